import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createUnconfinedSandbox } from "../run-process.ts";
import type { RunRequest } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { limitCommand } from "./resource-limits.ts";

const resources = {
  memoryBytes: 500_000_000,
  processes: 5000,
  cpuSeconds: 77,
  fileBytes: 1_000_000,
  diskBytes: 1,
  files: 1,
};

/** The limits of a process that this program started under the name of the system's shell. */
async function readLimits(
  shell: string,
  environment: RunRequest["environment"] = {},
): Promise<Record<string, string>> {
  const cwd = createTestFolder();
  symlinkSync(shell, join(cwd, "sh"));
  const [, ...rest] = limitCommand(["cat", "/proc/self/limits"], { resources, countsByNamespace: true });
  const { stdout } = await createUnconfinedSandbox().run({
    command: [join(cwd, "sh"), ...rest],
    cwd,
    environment: { PATH: "/usr/bin:/bin", ...environment },
    timeoutMs: 30_000,
    outputBytes: 10_000,
    readable: [],
    writable: [],
    network: "none",
  });
  const lines = stdout.split("\n").map((line) => /^Max (.+?) {2,}(\S+) +(\S+)/.exec(line));
  return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1], `${line[2]} ${line[3]}`]] : [])));
}

const expected = {
  "cpu time": "77 77",
  "file size": "1000448 1000448",
  "data size": "500000768 500000768",
  "core file size": "0 0",
  processes: "5000 5000",
  "open files": "1024 1024",
};

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  const shells = ["/bin/sh", "/bin/dash", "/bin/bash", "/bin/busybox"].filter((file) => existsSync(file));
  test.each(shells)("S3-41: the limits apply under %s", async (shell) => {
    expect(await readLimits(shell)).toMatchObject(expected);
  });

  test.skipIf(!shells.includes("/bin/bash"))(
    "no variable that bash reads as a function lifts them",
    async () => {
      const environment = { "BASH_FUNC_ulimit%%": "() { :; }" };
      expect(await readLimits("/bin/bash", environment)).toMatchObject(expected);
    },
  );
});

test("processes are not limited where the system would count those of the whole user", () => {
  const [, , script] = limitCommand(["true"], { resources, countsByNamespace: false });
  expect(script).toContain("-t 77");
  expect(script).not.toContain("5000");
});

test("the command itself is not read by the shell", () => {
  const command = ["printf", "$(id)", "a b", "-c"] as const;
  expect(limitCommand(command, { resources, countsByNamespace: true }).slice(4)).toEqual(command);
});

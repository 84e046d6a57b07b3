import { expect, test } from "vitest";
import { describeSandbox } from "./contract.ts";
import { createTestFolder } from "./test-contract-runs.ts";
import { createUnconfinedSandbox } from "./unconfined.ts";

describeSandbox("unconfined", createUnconfinedSandbox);

test("it describes itself", () => {
  expect(createUnconfinedSandbox()).toMatchObject({ name: "none", confines: false });
});

test("a run does not wait for a process that left its group and holds the output open", async () => {
  const folder = createTestFolder();
  const result = await createUnconfinedSandbox().run({
    command: ["sh", "-c", "setsid sleep 20 & echo gone; sleep 0.2"],
    cwd: folder,
    environment: { PATH: "/usr/bin:/bin" },
    timeoutMs: 15_000,
    outputBytes: 1000,
    readable: [],
    writable: [],
    network: "none",
  });
  expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "gone\n" });
  expect(result.durationMs).toBeLessThan(15_000);
});

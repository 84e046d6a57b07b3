import { chmodSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { findBubblewrap } from "./bubblewrap/create-bubblewrap-sandbox.ts";
import { type OpenSandboxOptions, openSandbox } from "./open-sandbox.ts";
import { loadRuntime } from "./sandbox-runtime/runtime-package.ts";
import { createTestFolder } from "./test-contract-runs.ts";

const path = process.env.PATH ?? "";
const bubblewrap = findBubblewrap(path);
/** The system's programs, in a spelling that does not give them first place. */
const spelledOut = "/usr/bin/.:/bin/.";
const isRoot = process.getuid?.() === 0;

async function failureOf(options: Partial<OpenSandboxOptions>): Promise<SkillError> {
  const failure = await openSandbox({ platform: "linux", path, home: homedir(), ...options }).catch(
    (error: unknown) => error,
  );
  if (failure instanceof SkillError) return failure;
  throw new Error(`no refusal but ${JSON.stringify(failure)}`);
}

describe("without a sandbox", () => {
  test("S3-41: Linux users learn what to install and how to opt out", async () => {
    const failure = await failureOf({ path: createTestFolder() });
    expect(failure.code).toBe("sandbox-missing");
    expect(formatError(failure)).toBe(
      "No sandbox is available: bubblewrap (bwrap) is not installed. Install bubblewrap 0.8 or later " +
        "(Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; Arch: pacman -S bubblewrap; " +
        "Alpine: apk add bubblewrap). To run without a sandbox, pass --no-sandbox, or use " +
        "createUnconfinedSandbox() in a program.",
    );
  });

  test("Windows has none", async () => {
    const { code, details } = await failureOf({ platform: "win32" });
    expect({ code, details }).toEqual({
      code: "sandbox-missing",
      details: {
        reason: "there is no sandbox for Windows",
        advice: expect.stringContaining("wsl --install"),
      },
    });
  });

  test("a named backend is not replaced by an available one", async () => {
    const { code, details } = await failureOf({ platform: "darwin", backend: "bubblewrap" });
    expect({ code, reason: details.reason }).toEqual({
      code: "sandbox-missing",
      reason: "bubblewrap does not run on this system",
    });
  });
});

describe.skipIf(process.platform !== "linux")("a bubblewrap that does not work", () => {
  test.each([
    ["bwrap: setting up uid map: Permission denied", "setting up uid map: Permission denied"],
    ["bwrap: Unknown option --disable-userns", "install 0.8 or later"],
  ])("S3-41: is an error with its message and what to do: %s", async (words, expected) => {
    const folder = createProgram("bwrap", `echo '${words}' >&2; exit 1`);
    const failure = await failureOf({ path: `${folder}:${spelledOut}` });
    expect(failure.code).toBe("sandbox-missing");
    expect(formatError(failure)).toContain(expected);
  });
});

describe.skipIf(bubblewrap === undefined)("bubblewrap", () => {
  test("S3-41: is the default on Linux, with its proof", async () => {
    const sandbox = await openSandbox({ platform: "linux", path, home: homedir() });
    expect(sandbox).toMatchObject({ name: "bubblewrap", confines: true, proof: { failed: [] } });
    expect(sandbox.proof?.held).toEqual(
      expect.arrayContaining(["files-hidden", "network-off", "environment-empty", "no-nested-namespaces"]),
    );
  });

  test("S3-41: is refused if it leaks, without a fallback", async () => {
    // Its options come through a pipe, so one more option overrides the network settings.
    const folder = createProgram("bwrap", `shift 2; exec ${bubblewrap} --args 3 --share-net "$@"`);
    const { code, details } = await failureOf({ path: `${folder}:${spelledOut}` });
    expect({ code, details }).toEqual({
      code: "sandbox-leaks",
      details: {
        name: "bubblewrap",
        failed: "network-off",
        advice: expect.stringContaining("Update bubblewrap"),
      },
    });
  });
});

const runtime = await loadRuntime();
describe.skipIf(typeof runtime === "string" || process.platform !== "linux")("sandbox-runtime", () => {
  test.skipIf(isRoot)("S3-41: is available by name, and confines", async () => {
    const sandbox = await openSandbox({ platform: "linux", path, backend: "sandbox-runtime" });
    expect(sandbox).toMatchObject({ name: "sandbox-runtime", proof: { failed: [] } });
  });

  test.skipIf(!isRoot)("S3-41: does not confine root, so root does not get it", async () => {
    const { code, details } = await failureOf({ backend: "sandbox-runtime" });
    expect({ code, failed: details.failed }).toEqual({
      code: "sandbox-leaks",
      failed: "kernel-settings-held",
    });
    expect(details.advice).toMatch(/^Do not run it as root/);
  });
});

function createProgram(name: string, text: string): string {
  const folder = createTestFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

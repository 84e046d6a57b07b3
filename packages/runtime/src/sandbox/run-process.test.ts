import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { findBubblewrap } from "./bubblewrap/create-bubblewrap-sandbox.ts";
import { describeSandbox } from "./contract.ts";
import { createUnconfinedSandbox } from "./run-process.ts";
import { createTestFolder } from "./test-contract-runs.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path);

/** A process that only runs one program, in a sandbox created by this expression. */
function runAndEnd(sandbox: string): { readonly stdout: string; readonly signal: NodeJS.Signals | null } {
  const script = `
    import { createUnconfinedSandbox } from "${new URL("./run-process.ts", import.meta.url)}";
    import { createBubblewrapSandbox } from "${new URL("./bubblewrap/create-bubblewrap-sandbox.ts", import.meta.url)}";
    const { status } = await ${sandbox}.run({
      command: ["sh", "-c", "sleep 0.2"], cwd: "/", environment: { PATH: "/usr/bin:/bin" },
      timeoutMs: 600_000, outputBytes: 1000, readable: [], writable: [], network: "none",
      signal: new AbortController().signal,
    });
    console.log(status);`;
  const parameters = ["--conditions=@skillwright/source", "--input-type=module", "-e", script];
  const { stdout, signal } = spawnSync(process.execPath, parameters, { encoding: "utf8", timeout: 30_000 });
  return { stdout, signal };
}

test("after a run, no timer keeps the process alive", () => {
  expect(runAndEnd("createUnconfinedSandbox()")).toEqual({ stdout: "exited\n", signal: null });
});

test.skipIf(program === undefined)("after a run in bubblewrap, no watcher is left", () => {
  const sandbox = `createBubblewrapSandbox(${JSON.stringify({ program, path })})`;
  expect(runAndEnd(sandbox)).toEqual({ stdout: "exited\n", signal: null });
});

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

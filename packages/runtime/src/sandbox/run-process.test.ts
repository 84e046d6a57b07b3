import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { findBubblewrap } from "./bubblewrap/find-bubblewrap.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path);

/** A process that runs one program, in a sandbox made by this expression, and has nothing else to do. */
function runAndEnd(sandbox: string): { readonly stdout: string; readonly signal: NodeJS.Signals | null } {
  const script = `
    import { createUnconfinedSandbox } from "${new URL("./unconfined.ts", import.meta.url)}";
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

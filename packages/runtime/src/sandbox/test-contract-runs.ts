import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { RunRequest, RunResult, Sandbox } from "./sandbox.ts";

/** Runs programs in the sandbox under test, in a new folder unless one is given. */
export type Runs = {
  readonly run: (command: RunRequest["command"], more?: Partial<RunRequest>) => Promise<RunResult>;
  readonly shell: (script: string, more?: Partial<RunRequest>) => Promise<RunResult>;
};

export function createRuns(create: () => Sandbox): Runs {
  const run: Runs["run"] = (command, more = {}) =>
    create().run({ ...requestIn(more.cwd ?? createTestFolder()), command, ...more });
  return { run, shell: (script, more) => run(["sh", "-c", script], more) };
}

/** A new folder for one test, with links resolved. */
export function createTestFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-run-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function requestIn(folder: string): RunRequest {
  return {
    command: ["true"],
    cwd: folder,
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    timeoutMs: 30_000,
    outputBytes: 100_000,
    readable: [folder],
    writable: [],
    network: "none",
  };
}

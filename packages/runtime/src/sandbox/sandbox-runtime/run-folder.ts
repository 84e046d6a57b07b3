import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files of one run on the host's disk. */
export type RunFolder = {
  /** The script that starts the program, so that its contents appear in no process list. */
  readonly launcher: string;
  /** The program's private home and temporary folder. */
  readonly temporary: string;
  write(launcherText: string): void;
  remove(): void;
};

export function createRunFolder(): RunFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-run-")));
  const launcher = join(root, "launcher");
  const temporary = join(root, "tmp");
  mkdirSync(temporary);
  return {
    launcher,
    temporary,
    write: (text) => writeFileSync(launcher, text, { mode: 0o600 }),
    remove: () => removeFolder(root),
  };
}

function removeFolder(root: string): void {
  try {
    rmSync(root, { recursive: true, force: true });
  } catch {
    // A program can leave unreadable folders; that says nothing about how it ended.
  }
}

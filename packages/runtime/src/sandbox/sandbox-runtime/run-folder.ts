import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What one run keeps on the disk of the host. */
export type RunFolder = {
  /** The script that starts the program; what it holds is in no list of processes. */
  readonly launcher: string;
  /** Private to the program: its home and its temporary files. */
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
    // A program can leave folders that we may not list; that says nothing about how it ended.
  }
}

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./source-files.ts";

/**
 * End-to-end tests start the real command, so it is built from the current sources. All temporary folders are made in one, so
 * that also those of tests that were killed are removed in the end.
 */
export function setup(): () => void {
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { cwd: root, stdio: "inherit" });
  // Short: some tests compare output of 80 columns that names it.
  const folder = mkdtempSync(join(tmpdir(), "sw-"));
  // Some tests run programs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

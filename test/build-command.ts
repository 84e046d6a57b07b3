import { execFileSync } from "node:child_process";
import { root } from "./source-files.ts";

/** End-to-end tests start the real command, so it is built from the current sources. */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { cwd: root, stdio: "inherit" });
}

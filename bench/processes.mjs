import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { heading, interleave, row } from "./measure.mjs";

const bin = fileURLToPath(new URL("../packages/cli/bin/skillwright.mjs", import.meta.url));

/** Whole processes compared with a Node that does nothing. */
export function measureProcesses(root, home) {
  const one = join(root, readdirSync(root).filter((name) => !name.startsWith("."))[0]);
  const env = { ...process.env, SKILLWRIGHT_HOME: home };
  const start =
    (...args) =>
    () =>
      spawnSync(process.execPath, args, { stdio: "ignore", env });
  const times = interleave(15, {
    node: start("-e", "0"),
    version: start(bin, "--version"),
    validate: start(bin, "validate", one),
    check: start(bin, "check", one),
    list: start(bin, "list", "--root", root),
    listJson: start(bin, "list", "--root", root, "--json"),
    search: start(bin, "search", "deploy the release", "--root", root),
  });
  heading("whole processes / bare Node");
  row("skillwright --version", times.version / times.node, 1.4);
  row("skillwright validate, one skill", times.validate / times.node, 2.5);
  row("skillwright check, one skill", times.check / times.node);
  row("skillwright list, 1,000 skills", times.list / times.node, 5);
  row("skillwright list --json, 1,000 skills with digests", times.listJson / times.node, 6);
  row("skillwright search, 1,000 skills", times.search / times.node);
  row("bare Node (ms)", times.node);
}

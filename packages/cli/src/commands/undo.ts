import { printable } from "@skillwright/core/text";
import { recoverInstallation, undoLast } from "@skillwright/packaging";
import { createPathNames } from "../catalog/open-catalog.ts";
import { type Command, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { createInstallPorts } from "../packages/install-ports.ts";
import { findPlace, scopeFlags, scopeNotes } from "../packages/open-place.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";

/** Takes back the last change to the installed skills. */
export const undoCommand: Command = {
  name: "undo",
  usage: "[options]",
  flags: {
    ...scopeFlags,
    yes: { type: "boolean", short: "y", help: "For scripts; undo never asks." },
    "dry-run": { type: "boolean", help: "Show what would be restored; change nothing." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Restores skills, links, skillwright.lock and skillwright.json as they were before the last change. Does not ask: run it again to redo that change.
Refuses, without changing anything, if one of the files has changed since. Only one step is kept, on this machine.
${scopeNotes}`,
  examples: ["skillwright undo", "skillwright undo --dry-run", "skillwright undo --scope user --json"],
  async run(invocation, io) {
    if (invocation.positionals.length > 0) throw new UsageError("undo takes no arguments.");
    const ports = createInstallPorts(io.place);
    const place = findPlace(ports.fs, invocation, io);
    // A killed process may have left the change to undo unfinished.
    recoverInstallation(place, ports);
    const dryRun = invocation.flag("dry-run");
    const paths = undoLast(place, ports, { dryRun });
    if (invocation.flag("json")) {
      await io.out(`${safeJson({ version: 1, paths, applied: !dryRun }, 2)}\n`);
      return exitCode.ok;
    }
    const style = createStyle(io.terminal.color);
    const names = createPathNames(new Map(), io);
    const list = paths.map((path) => `  ${printable(names.short(path))}\n`);
    await io.out(`${dryRun ? "Would restore" : `${style.green("✓")} Undone`}:\n${list.join("")}`);
    return exitCode.ok;
  },
};

import { prepareInstall, removeWant } from "@skillwright/packaging";
import { type Command, UsageError } from "../../command.ts";
import { carryOut } from "../../packages/carry-out.ts";
import { openPackages, requireMergedLock } from "../../packages/open-packages.ts";
import { chooseLocked, scopeFlags, scopeNotes } from "../../packages/open-place.ts";

/** Removes installed skills, but never what the user wrote. */
export const removeCommand: Command = {
  name: "remove",
  usage: "NAME… [options]",
  flags: {
    ...scopeFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    "dry-run": { type: "boolean", help: "Show the plan; change nothing." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `NAME is the name a skill was installed under, or PACKAGE:NAME. Files that you added or edited stay.
Exit code 3 if you do not confirm.
${scopeNotes}`,
  examples: [
    "skillwright remove pdf",
    "skillwright remove pdf csv --yes",
    "skillwright remove pdf --dry-run",
  ],
  async run(invocation, io) {
    const words = [...new Set(invocation.positionals)];
    if (words.length === 0) throw new UsageError("remove requires a NAME.");
    const packages = await openPackages(invocation, io);
    try {
      requireMergedLock(packages);
      const { place, ports, setting, wantsBytes } = packages;
      const names = chooseLocked(setting, words).map(({ name }) => name);
      const plan = prepareInstall({ place, wanted: [], removed: names }, setting, ports);
      let wantsText = wantsBytes && new TextDecoder().decode(wantsBytes);
      for (const name of names) wantsText &&= removeWant({ path: place.wantsPath, text: wantsText }, name);
      const operation = {
        packages,
        plan,
        wantsText,
        notes: [],
        question: "Remove these skills?",
        done: "Removed",
      };
      return await carryOut(operation, invocation, io);
    } finally {
      await packages.close();
    }
  },
};

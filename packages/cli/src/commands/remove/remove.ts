import { SkillError } from "@skillwright/core";
import { expandWants, planRemovals, prepareInstall, removeWant } from "@skillwright/packaging";
import { type Command, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { carryOut } from "../../packages/carry-out.ts";
import { openPackages, type Packages, requireMergedLock } from "../../packages/open-packages.ts";
import { chooseLocked, scopeFlags, scopeNotes } from "../../packages/open-place.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { countOf } from "../../terminal/text-width.ts";
import { mayAsk } from "../add/pick-skills.ts";

/** Removes installed skills, but never what the user wrote. */
export const removeCommand: Command = {
  name: "remove",
  usage: "[NAME…] [options]",
  flags: {
    ...scopeFlags,
    yes: { type: "boolean", short: "y", help: "Do not ask." },
    "dry-run": { type: "boolean", help: "Show the plan; change nothing." },
    json: { type: "boolean", help: "Machine-readable output; changes nothing without --yes." },
  },
  notes: `NAME is the name a skill was installed under, or PACKAGE:NAME; on a terminal, you can select skills from a list instead.
Files that you added or edited stay.
What only the removed skills needed goes with them, unless skillwright.json names it. A skill that another one needs stays.
Exit code 3 if you do not confirm.
${scopeNotes}`,
  examples: [
    "skillwright remove pdf",
    "skillwright remove pdf csv --yes",
    "skillwright remove pdf --dry-run",
  ],
  async run(invocation, io) {
    const words = [...new Set(invocation.positionals)];
    if (words.length === 0 && !mayAsk(invocation, io)) throw new UsageError("remove requires a NAME.");
    const packages = await openPackages(invocation, io);
    try {
      requireMergedLock(packages);
      const { place, ports, setting, wantsBytes } = packages;
      const names = await chooseNames(packages, words, io);
      if (names === undefined) {
        await io.err("Nothing was changed.\n");
        return interruptedExitCode(io) ?? exitCode.refused;
      }
      const { unneeded, notes } = checkRemoval(packages, names);
      const removed = [...names, ...unneeded];
      const plan = prepareInstall({ place, wanted: [], removed }, setting, ports);
      let wantsText = wantsBytes && new TextDecoder().decode(wantsBytes);
      for (const name of names) wantsText &&= removeWant({ path: place.wantsPath, text: wantsText }, name);
      const operation = {
        packages,
        plan,
        wantsText,
        notes,
        verb: "Remove",
        done: "Removed",
      };
      return await carryOut(operation, invocation, io);
    } finally {
      await packages.close();
    }
  },
};

/** The named skills, or those that the user selects; undefined if the user cancels. */
async function chooseNames(
  { setting, place }: Packages,
  words: readonly string[],
  io: Io,
): Promise<readonly string[] | undefined> {
  const { skills } = setting.lock;
  if (words.length > 0) return chooseLocked(setting, words).map(({ name }) => name);
  if (skills.length === 0) throw new UsageError(`nothing is installed: ${place.lockPath} lists no skills.`);
  const selected = await io.select({
    message:
      skills.length === 1
        ? "Remove the only installed skill?"
        : `Which of the ${countOf(skills.length, "installed skill")} should go?`,
    choices: skills.map(({ name, source }) => ({ name, detail: source })),
    required: true,
  });
  if (selected === undefined) return undefined;
  await io.err("\n");
  return skills.filter((_, index) => selected.includes(index)).map(({ name }) => name);
}

type Checked = { readonly unneeded: readonly string[]; readonly notes: readonly string[] };

/** What else goes. Sets of other sources may want it, so that it is only listed if there are any. */
function checkRemoval({ setting: { lock }, wants }: Packages, names: readonly string[]): Checked {
  const { skills, toLoad } = wants
    ? expandWants(wants, new Map(), [...wants.sets.keys()])
    : { skills: [], toLoad: [] };
  const { blocked, unneeded } = planRemovals(lock, names, new Set(skills.map(({ name }) => name)));
  const [first] = blocked;
  if (first !== undefined)
    throw new SkillError("skill-needed", { name: first.name, by: first.by.slice(0, 10).join(", ") });
  if (toLoad.length === 0) return { unneeded, notes: [] };
  return { unneeded: [], notes: unneeded.map((name) => `No installed skill needs ${name} any more.`) };
}

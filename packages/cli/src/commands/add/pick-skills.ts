import { printable } from "@skillwright/core/text";
import { chooseSkills, type FoundSkill, formatSource, type Offer } from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { countOf } from "../../terminal/text-width.ts";

/** The skills that the flags name, or that the user selects; undefined if the user cancels. */
export async function pickSkills(
  offer: Offer,
  invocation: Invocation,
  io: Io,
): Promise<readonly FoundSkill[] | undefined> {
  const chosen = chooseSkills(offer, { names: invocation.options("skill"), all: invocation.flag("all") });
  if (chosen !== undefined) return chosen;
  const skills = chooseSkills(offer, { names: [], all: true }) ?? [];
  if (!mayAsk(invocation, io)) throw needsChoice(skills);
  const source = formatSource(offer.spec, { from: io.cwd });
  const selected = await io.select({
    message: `Which of the ${countOf(skills.length, "skill")} in ${source}?`,
    choices: skills.map(({ name, description }) => ({ name, detail: description })),
    required: true,
  });
  return selected && skills.filter((_, index) => selected.includes(index));
}

/** Whether a list can be shown, and the user has not asked for silence. */
export function mayAsk(invocation: Invocation, { terminal }: Io): boolean {
  return !terminal.piped && terminal.live && !invocation.flag("json") && !invocation.flag("yes");
}

function needsChoice(skills: readonly FoundSkill[]): UsageError {
  const names = skills.slice(0, 20).map(({ name }) => printable(name));
  const more = skills.length > names.length ? ", …" : "";
  return new UsageError(
    `the source has ${countOf(skills.length, "skill")}: ${names.join(", ")}${more}. Pass --skill NAME or --all.`,
  );
}

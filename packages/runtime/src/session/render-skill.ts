import { neutralizeMarkup, renderActivation } from "@skillwright/core/activate";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { compact, printable } from "@skillwright/core/text";
import type { Activated } from "./active-skills.ts";
import { sessionLimits } from "./limits.ts";
import type { ActivateRequest } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

export type SkillToRender = {
  readonly entry: LoadedEntry;
  readonly request: ActivateRequest;
  /** Output of the commands in the instructions. */
  readonly outputs: ReadonlyMap<string, string>;
};

/** Everything the model sees of a skill it uses. */
export function renderSkill({ entry, request, outputs }: SkillToRender, parts: SessionParts): string {
  const { name, body, truncated, files, manifest, skill, directory = skill.directory } = entry;
  const { text } = renderActivation(
    {
      name,
      body,
      truncated,
      files,
      directory,
      commandOutputs: outputs,
      ...compact({ arguments: request.arguments, argumentNames: manifest.argumentNames }),
    },
    { indexBase: parts.settings.indexBase, access: parts.settings.access, variables: variablesOf(parts) },
  );
  return `The "${printable(neutralizeMarkup(name))}" skill is loading\n\n${text}`;
}

/** Claude Code's names and plain ones; the host's values take precedence. */
function variablesOf({ id, settings, clock, user }: SessionParts): Readonly<Record<string, string>> {
  const { workspace } = settings;
  return {
    SESSION_ID: id,
    CLAUDE_SESSION_ID: id,
    WORKSPACE: workspace,
    CLAUDE_PROJECT_DIR: workspace,
    DATE: new Date(clock.now()).toISOString().slice(0, 10),
    ...compact({ USER: user }),
    ...settings.variables,
  };
}

/**
 * The instructions of the active skills, for a conversation about to be shortened. If there is not enough room, the
 * outer skills are cut first.
 */
export function protectedContent(active: readonly Activated[]): string {
  if (active.length === 0) return "";
  let room: number = sessionLimits.protectedTotalCharacters;
  const kept: string[] = [];
  // Of an edited skill, the model follows the version loaded last.
  const latest = new Map(active.map((one) => [one.family, one]));
  for (const { skill } of [...latest.values()].toReversed()) {
    const text = cut(skill.content, Math.min(sessionLimits.protectedCharacters, room));
    room -= text.length;
    kept.unshift(text);
  }
  return [preamble, ...kept.filter((text) => text !== "")].join("\n\n");
}

const preamble =
  "These skills are active; their instructions came earlier in this conversation. Keep following them; do not start them again.";
const cutMark = "\n[Cut here. Read the skill's SKILL.md for the rest.]";

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return most <= cutMark.length ? "" : `${text.slice(0, most - cutMark.length).toWellFormed()}${cutMark}`;
}

import type { SkillTraits } from "../discover/discovered-skill.ts";
import { parseBooleanWord } from "../parse/shape.ts";

export type Invocation = { readonly modelInvocable: boolean; readonly userInvocable: boolean };

/** Who may invoke a skill according to its SKILL.md, in Claude Code's or opencode's spelling. One "no" is enough. */
export function invocationOf({
  disableModelInvocation,
  userInvocable,
  metadata = {},
}: SkillTraits): Invocation {
  return {
    modelInvocable: disableModelInvocation !== true && !isOff(metadata["opencode/autoinvoke"]),
    userInvocable: userInvocable !== false,
  };
}

function isOff(word: string | undefined): boolean {
  return word !== undefined && parseBooleanWord(word.trim()) === false;
}

import type { SkillTraits } from "../discover/discovered-skill.ts";
import { switchValue } from "../parse/shape.ts";

export type Invocation = { readonly modelInvocable: boolean; readonly userInvocable: boolean };

/** Who may call a skill, in every spelling clients have for it. One "no" is enough. */
export function invocationOf({
  disableModelInvocation,
  userInvocable,
  metadata = {},
}: SkillTraits): Invocation {
  const isForbidden = (key: string): boolean => isOff(metadata[key]);
  return {
    modelInvocable: disableModelInvocation !== true && !modelSwitches.some(isForbidden),
    userInvocable: userInvocable !== false,
  };
}

/** opencode's key, and the one under which discovery hands over `agents/openai.yaml` of Codex. */
const modelSwitches = ["opencode/autoinvoke", "codex/allow-implicit-invocation"] as const;

function isOff(word: string | undefined): boolean {
  return word !== undefined && switchValue(word.trim()) === false;
}

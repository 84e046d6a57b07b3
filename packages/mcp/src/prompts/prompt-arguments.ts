import type { SkillManifest } from "@skillwright/core";
import { joinArguments } from "@skillwright/core/activate";

/**
 * The arguments to start a skill with: the text under `arguments`, or the values of its named arguments, in its
 * order. Missing ones are empty, so that later ones keep their positions.
 */
export function readPromptArguments(
  values: Readonly<Record<string, string>> | undefined,
  { argumentNames = [] }: Pick<SkillManifest, "argumentNames">,
): string | undefined {
  if (values === undefined) return undefined;
  if (values.arguments !== undefined && !argumentNames.includes("arguments")) return values.arguments;
  const last = argumentNames.findLastIndex((name) => values[name] !== undefined);
  if (last === -1) return undefined;
  return joinArguments(argumentNames.slice(0, last + 1).map((name) => values[name] ?? ""));
}

import type { SkillManifest } from "@skillwright/core";
import { joinArguments } from "@skillwright/core/activate";

/**
 * What a skill is started with: the one line under `arguments`, or the values of the arguments that it names, in its order. Absent
 * ones are empty, so that those after them keep their places.
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

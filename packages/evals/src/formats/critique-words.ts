import type { EvalId } from "./output-eval.ts";

export function evalWords({
  evalId,
  evalName,
}: {
  readonly evalId: EvalId;
  readonly evalName?: string;
}): string {
  return `Eval ${evalName ?? evalId}`;
}

/** Describes a configuration as one side of a comparison. */
export function sideWords(configuration: string): string {
  return sides.get(configuration) ?? `of ${configuration}`;
}

const sides: ReadonlyMap<string, string> = new Map([
  ["with_skill", "with the skill"],
  ["without_skill", "without the skill"],
  ["new_skill", "with the new version"],
  ["old_skill", "with the old version"],
]);

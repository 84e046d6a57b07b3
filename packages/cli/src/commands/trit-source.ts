import type { SkillManifest } from "@skillwright/core";
import { statedTrit, type Trit, tritOf } from "@skillwright/core/check";
import { type Flag, type Invocation, UsageError } from "../command.ts";

export type TritSource = "name" | "metadata";

export const tritSourceFlag: Flag = {
  type: "string",
  value: "WHAT",
  help: "Source of trits: name (default) or metadata.",
};

export function readTritSource(invocation: Invocation): TritSource {
  const source = invocation.option("trit-source") ?? "name";
  if (source === "name" || source === "metadata") return source;
  throw new UsageError(`--trit-source must be name or metadata; found '${source}'.`);
}

export type ChosenTrit = { readonly trit: Trit; readonly note?: string };

/** A skill's trit from the requested source; falls back to the name if the metadata has no valid trit. */
export function chooseTrit(
  name: string,
  metadata: SkillManifest["metadata"],
  source: TritSource,
): ChosenTrit {
  if (source === "name") return { trit: tritOf(name) };
  const stated = statedTrit(metadata);
  if (!stated)
    return { trit: tritOf(name), note: "its metadata has no gf3-trit or trit, so the name is used" };
  const { key, text, trit } = stated;
  if (trit) return { trit };
  return { trit: tritOf(name), note: `its ${key} is '${text}', expected -1, 0 or +1, so the name is used` };
}

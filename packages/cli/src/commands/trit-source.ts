import { type Element, type SkillManifest, type Trit, tritOf, tritOfElement } from "@skillwright/core";
import { type Flag, type Invocation, UsageError } from "../command.ts";

export type TritSource = "name" | "metadata";

export const tritSourceFlag: Flag = {
  type: "string",
  value: "WHAT",
  help: "Where trits come from: name (default) or metadata.",
};

export function readTritSource(invocation: Invocation): TritSource {
  const source = invocation.option("trit-source") ?? "name";
  if (source === "name" || source === "metadata") return source;
  throw new UsageError(`--trit-source is name or metadata; found '${source}'.`);
}

export type ChosenTrit = { readonly trit: Trit; readonly note?: string };

/** A skill's trit by the source asked for; the name decides where the metadata says nothing of use. */
export function chooseTrit(
  name: string,
  metadata: SkillManifest["metadata"],
  source: TritSource,
): ChosenTrit {
  if (source === "name") return { trit: tritOf(name) };
  const key = ["gf3-trit", "trit"].find((candidate) => metadata[candidate] !== undefined);
  if (key === undefined)
    return { trit: tritOf(name), note: "its metadata has no gf3-trit or trit, so its name decides" };
  const value = metadata[key] ?? "";
  const trit = parseTrit(value);
  if (trit) return { trit };
  return { trit: tritOf(name), note: `its ${key} is '${value}', expected -1, 0 or +1, so its name decides` };
}

/** A trit as people write it: `0`, `+1` or `1`, `-1` or `2`. */
function parseTrit(text: string): Trit | undefined {
  const element = spellings[text.trim()];
  return element === undefined ? undefined : tritOfElement(element);
}

const spellings: Readonly<Record<string, Element>> = { "0": 0, "1": 1, "+1": 1, "2": 2, "-1": 2 };

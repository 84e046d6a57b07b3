import { type Element, type Trit, tritOfElement } from "./trit.ts";

export type StatedTrit = { readonly key: string; readonly text: string; readonly trit: Trit | undefined };

const keys = ["gf3-trit", "trit"];

/** A trit as people write it; anything else under the key is not meant as one. */
const spellings: Readonly<Record<string, Element>> = { "0": 0, "1": 1, "+1": 1, "2": 2, "-1": 2 };

/** What a skill's metadata says its trit is; undefined when they do not mention it. */
export function statedTrit(metadata: Readonly<Record<string, string>>): StatedTrit | undefined {
  const key = keys.find((candidate) => metadata[candidate] !== undefined);
  if (key === undefined) return undefined;
  const text = metadata[key]?.trim() ?? "";
  const element = spellings[text];
  return { key, text, trit: element === undefined ? undefined : tritOfElement(element) };
}

import { type Element, type Trit, tritOfElement } from "./trit.ts";

export type StatedTrit = { readonly key: string; readonly text: string; readonly trit: Trit | undefined };

const keys = ["gf3-trit", "trit"];

/** The accepted spellings; any other value of the key is not a trit. */
const spellings: Readonly<Record<string, Element>> = { "0": 0, "1": 1, "+1": 1, "2": 2, "-1": 2 };

/** The trit that a skill's metadata states, if any. */
export function statedTrit(metadata: Readonly<Record<string, string>>): StatedTrit | undefined {
  const key = keys.find((candidate) => metadata[candidate] !== undefined);
  if (key === undefined) return undefined;
  const text = metadata[key]?.trim() ?? "";
  const element = spellings[text];
  return { key, text, trit: element === undefined ? undefined : tritOfElement(element) };
}

import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import { judgingLimits } from "./limits.ts";
import { readLooseJson } from "./loose-json.ts";

export type FoundAnswer =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string };

/**
 * Finds the one JSON object with a certain field in a model's answer. Ignores objects that are in the judged
 * texts: a judge must decide, not copy.
 */
export function findAnswer(
  answer: string,
  { field, judged }: { readonly field: string; readonly judged: readonly string[] },
): FoundAnswer {
  if (answer.length > judgingLimits.judgementCharacters) return { ok: false, reason: "It is too long." };
  const objects = findObjects(withoutThoughts(answer));
  if (!objects.ok) return objects;
  const own = objects.found.filter(({ value }) => Object.hasOwn(value, field));
  if (own.length === 0) return { ok: false, reason: `It has no JSON object with "${field}".` };
  const sources = judged.map(lettersOf);
  const written = own.filter(({ text }) => !sources.some((source) => source.includes(lettersOf(text))));
  const [first, ...others] = written;
  if (!first) return { ok: false, reason: "It repeats JSON out of the judged text instead of judging." };
  if (others.some(({ text }) => lettersOf(text) !== lettersOf(first.text)))
    return { ok: false, reason: `It has several JSON objects with "${field}", and they differ.` };
  return { ok: true, value: first.value };
}

type FoundObject = { readonly value: JsonObject; readonly text: string };
type FoundObjects =
  | { readonly ok: true; readonly found: readonly FoundObject[] }
  | { readonly ok: false; readonly reason: string };

/** An unreadable object ends the search, because objects inside it may be quotes from the judged text. */
function findObjects(text: string): FoundObjects {
  const found: FoundObject[] = [];
  const opening = /\{(?=\s*["}])/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const read = readLooseJson(text, match.index);
    if (!read.ok) return read;
    if (isJsonObject(read.value)) found.push({ value: read.value, text: text.slice(match.index, read.end) });
    opening.lastIndex = read.end;
  }
  return { ok: true, found };
}

/** Some models write down their thoughts before the answer. */
export function withoutThoughts(answer: string): string {
  return answer.replace(/^\s*<(think|thinking)>[\s\S]*?<\/\1>/i, "");
}

/** The letters and digits of a text, regardless of layout and escaping. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\[nrt]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

import { isJsonObject, type JsonObject, parseJson, printable } from "@skillwright/core/text";
import { judgingLimits } from "./limits.ts";
import type { ReadAnswer } from "./read-values.ts";

/**
 * Finds the one JSON object with a certain field in a model's answer. Ignores objects that are in the judged
 * texts: a judge must decide, not copy.
 */
export function findAnswer(
  answer: string,
  { field, judged }: { readonly field: string; readonly judged: readonly string[] },
): ReadAnswer<JsonObject> {
  if (answer.length > judgingLimits.judgmentCharacters) return { ok: false, reason: "It is too long." };
  const objects = findObjects(withoutThoughts(answer));
  if (!objects.ok) return objects;
  const own = objects.value.filter(({ value }) => Object.hasOwn(value, field));
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
/** An unreadable object ends the search, because objects inside it may be quotes from the judged text. */
function findObjects(text: string): ReadAnswer<readonly FoundObject[]> {
  const found: FoundObject[] = [];
  const opening = /\{(?=\s*["}])/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const read = readLooseJson(text, match.index);
    if (!read.ok) return read;
    if (isJsonObject(read.value)) found.push({ value: read.value, text: text.slice(match.index, read.end) });
    opening.lastIndex = read.end;
  }
  return { ok: true, value: found };
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

type LooseJson =
  | { readonly ok: true; readonly value: unknown; readonly end: number }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the JSON object or list at a position as models write it: trailing commas and line breaks in strings
 * are unambiguous and accepted. Duplicate keys are ambiguous and rejected.
 */
function readLooseJson(text: string, start: number): LooseJson {
  const token = new RegExp(anyToken, "y");
  token.lastIndex = start;
  const kept: string[] = [];
  // The keys of each open object; undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  do {
    const at = token.lastIndex;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return { ok: false, reason: faultAt(text, at) };
    if (found.trim() === "") continue;
    if (isCloser(found) && kept.at(-1) === ",") kept.pop();
    if (found.startsWith('"') && addsTwice(open.at(-1), kept.at(-1), found))
      return { ok: false, reason: `Its JSON has ${printable(found.slice(0, 40))} twice in one object.` };
    if (found === "{" || found === "[") open.push(found === "{" ? new Set() : undefined);
    if (open.length > judgingLimits.judgmentDepth)
      return { ok: false, reason: "Its JSON has too many levels." };
    if (isCloser(found)) open.pop();
    kept.push(found.replace(/[\u0000-\u001f]/g, escapeControl));
  } while (open.length > 0);
  const value = parseJson(kept.join(""));
  if (value === undefined) return { ok: false, reason: "Its JSON has misplaced brackets or commas." };
  return { ok: true, value, end: token.lastIndex };
}

const anyToken = /[{}[\]:,]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|\s+/;

function isCloser(token: string): boolean {
  return token === "}" || token === "]";
}

/** Whether a token is a key that its object already has. */
function addsTwice(names: Set<string> | undefined, before: string | undefined, token: string): boolean {
  if (!names || (before !== "{" && before !== ",")) return false;
  const name = String(parseJson(token.replace(/[\u0000-\u001f]/g, escapeControl)));
  if (names.has(name)) return true;
  names.add(name);
  return false;
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function faultAt(text: string, at: number): string {
  if (at >= text.length || text[at] === '"') return "Its JSON ends too early.";
  const [rest = ""] = text.slice(at, at + 20).split("\n", 1);
  return `It stops being JSON at "${printable(rest)}".`;
}

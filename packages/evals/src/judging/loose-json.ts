import { parseJson, printable } from "@skillwright/core/text";
import { judgingLimits } from "./limits.ts";

export type LooseJson =
  | { readonly ok: true; readonly value: unknown; readonly end: number }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the JSON object or list at a position as models write it: trailing commas and line breaks in strings
 * are unambiguous and accepted. Duplicate keys are ambiguous and rejected.
 */
export function readLooseJson(text: string, start: number): LooseJson {
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
    if (open.length > judgingLimits.judgementDepth)
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

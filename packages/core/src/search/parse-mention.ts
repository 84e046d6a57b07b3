import { searchLimits } from "./limits.ts";

/** A skill called by name, with arguments. */
export type Mention = { readonly name: string; readonly args: string };

const name = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_:@/.^~-]*[\p{L}\p{N}_])?`;
const leading = new RegExp(String.raw`^\s*[/$](${name})(?=[\s,;!?)]|\.(?:\s|$)|$)`, "u");
const anywhere = new RegExp(String.raw`(?<=^|\s)\$(${name})(?=[\s,;!?)]|\.(?:\s|$)|$)`, "u");

/**
 * The explicit mention in a request: `/name args` or `$name args` at the start, or `$name` as a separate word anywhere.
 * The caller checks that the name exists, since `/usr/bin/env` and `$5` also match.
 */
export function parseMention(query: string): Mention | undefined {
  const text = query.slice(0, searchLimits.searchQueryLength);
  const first = leading.exec(text);
  if (first?.[1] !== undefined) return { name: first[1], args: query.slice(first[0].length).trim() };
  const inside = anywhere.exec(text);
  if (inside?.[1] === undefined) return undefined;
  const after = query.slice(inside.index + inside[0].length);
  return { name: inside[1], args: `${query.slice(0, inside.index).trimEnd()}${after}`.trim() };
}

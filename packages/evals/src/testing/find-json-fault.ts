import { parseJson } from "@skillwright/core/text";
import type { Complaint } from "./complaints.ts";

/**
 * Where a text is not JSON. YAML has all of JSON, and so reads its places; but a comment, a single quote or a comma too
 * many would be read by us and by no other tool.
 */
export function findJsonFault(text: string): Complaint | undefined {
  // Editors on Windows write a byte order mark; it is no mistake of the author.
  if (parseJson(text.replace(/^\ufeff/, "")) !== undefined) return undefined;
  const { at, comma } = firstFault(text);
  if (comma !== undefined)
    return {
      span: { start: comma, end: comma + 1 },
      message: "This is not JSON: nothing follows this comma.",
    };
  // Tokens in a wrong order come out at the end, which is best shown at the last of them.
  const start = Math.min(at, Math.max(0, text.trimEnd().length - 1));
  return {
    span: { start, end: Math.min(start + 1, text.length) },
    message: "This is not JSON from here on.",
  };
}

/** The comma before a closing bracket, or the first place where nothing of JSON begins. */
function firstFault(text: string): { readonly at: number; readonly comma?: number } {
  const token =
    /[{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null|[\s\ufeff]+/y;
  let comma: number | undefined;
  for (;;) {
    const at = token.lastIndex;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return { at };
    if (comma !== undefined && (found === "}" || found === "]")) return { at, comma };
    if (found.trim() !== "") comma = found === "," ? at : undefined;
  }
}

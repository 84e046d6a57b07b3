import { parseJson } from "@skillwright/core/text";
import type { Complaint } from "./complaints.ts";

/**
 * Finds the place where a text stops being JSON. We read JSON with the YAML parser to get positions, but that
 * also accepts comments, single quotes and trailing commas, which no other tool reads.
 */
export function findJsonFault(text: string): Complaint | undefined {
  // Editors on Windows write a byte order mark; accept it.
  if (parseJson(text.replace(/^\ufeff/, "")) !== undefined) return undefined;
  const { at, comma } = firstFault(text);
  if (comma !== undefined)
    return {
      span: { start: comma, end: comma + 1 },
      message: "Invalid JSON: trailing comma.",
    };
  // Tokens in the wrong order fail only at the end; point at the last of them.
  const start = Math.min(at, Math.max(0, text.trimEnd().length - 1));
  return {
    span: { start, end: Math.min(start + 1, text.length) },
    message: "Invalid JSON from here.",
  };
}

/** The trailing comma, or the first position where no JSON token starts. */
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

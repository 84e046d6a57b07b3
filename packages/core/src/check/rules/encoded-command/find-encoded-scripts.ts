import type { ScannedText } from "../../../scan/evidence.ts";
import type { Span } from "../../../text/span.ts";
import { decodeLiteral } from "./decode-literal.ts";

export type EncodedScript = { readonly source: ScannedText; readonly span: Span; readonly text: string };

/** Literals in base64 or hex whose content reads as a script. */
export function* findEncodedScripts(texts: readonly ScannedText[]): Generator<EncodedScript> {
  for (const source of texts) {
    if (source.nesting !== undefined || !hasLongRun(source.text)) continue;
    for (const match of source.text.matchAll(literals)) {
      const text = decodeLiteral(match[0]);
      if (text === undefined || !looksLikeScript.test(text)) continue;
      yield { source, span: { start: match.index, end: match.index + match[0].length }, text };
    }
  }
}

const shortestLiteral = 40;

// The lookbehinds allow a match only at the start of a run, which keeps long runs linear.
const literals =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}|(?<!\\x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2}){16,4000}/g;

const looksLikeScript =
  /^#!\s?\/|\b(?:curl|wget)\s+\S|\/bin\/(?:ba|z)?sh\b|\bbash\s+-[ci]\b|\bpowershell\b|\binvoke-(?:web|rest|expression)|\b(?:iex|iwr|irm)[ (]|new-object\s+(?:system\.)?net\.|downloadstring|\/dev\/tcp\/|\bnc\s+-|\brm\s+-\w*[rf]|\bos\.(?:system|popen)\(|\bsubprocess\.|\b(?:exec|eval)\(|child_process|\bimport\s+(?:os|socket|subprocess)\b|\bchmod\s+\+x/i;

const encoded = /[A-Za-z0-9+/]/;

/** Whether there may be 40 base64 characters or 16 escapes in a row: tests only every 40th character. */
function hasLongRun(text: string): boolean {
  if (text.includes("\\x")) return true;
  for (let at = shortestLiteral - 1; at < text.length; at += shortestLiteral) {
    if (!encoded.test(text[at] ?? "")) continue;
    let start = at;
    while (start > at - shortestLiteral && encoded.test(text[start - 1] ?? "")) start--;
    let end = at + 1;
    while (end < start + shortestLiteral && encoded.test(text[end] ?? "")) end++;
    if (end - start >= shortestLiteral) return true;
  }
  return false;
}

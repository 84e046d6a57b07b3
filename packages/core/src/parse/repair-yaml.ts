import type { Edit } from "../finding.ts";
import { applyEdits } from "../text/apply-edits.ts";
import type { Span } from "../text/span.ts";

export type Repair = { readonly key: string; readonly span: Span; readonly quoted: string };
export type RepairedYaml = {
  readonly source: string;
  readonly repairs: readonly Repair[];
  /** Offset in the text as written for an offset in the repaired one. */
  toOriginal(offset: number): number;
};

const keyAndValue = /^([ \t]*(?:- )?[A-Za-z_][\w-]*:[ \t]+)(\S.*?)[ \t\r]*$/gm;

/**
 * Quotes one-line values that plain YAML cannot hold, the slip authors make most:
 * `description: Review code: style and bugs`. Returns undefined when there is nothing of the kind.
 */
export function repairYaml(source: string): RepairedYaml | undefined {
  const repairs: Repair[] = [];
  for (const match of source.matchAll(keyAndValue)) {
    const [, lead = "", value = ""] = match;
    if (!needsQuotes(value)) continue;
    const start = match.index + lead.length;
    const quoted = `'${value.replaceAll("'", "''")}'`;
    repairs.push({ key: lead.trim().replace(/^- /, "").slice(0, -1), span: { start, end: start + value.length }, quoted });
  }
  if (repairs.length === 0) return undefined;
  const edits = repairs.map((repair): Edit => ({ span: repair.span, text: repair.quoted }));
  return { source: applyEdits(source, edits), repairs, toOriginal: (offset) => mapBack(repairs, offset) };
}

function needsQuotes(value: string): boolean {
  if (isWholeQuote(value)) return false;
  if (/^[|>][+-]?\d?$/.test(value) || /^[[{].*[\]}]$/.test(value) || /^[&*!]\w+$/.test(value)) return false;
  return /:[ \t]|:$/.test(value) || /^[`@%*&!?|>"'[{,\]}]/.test(value);
}

function isWholeQuote(value: string): boolean {
  return /^"(?:[^"\\]|\\.)*"(?:[ \t]+#.*)?$/.test(value) || /^'(?:[^']|'')*'(?:[ \t]+#.*)?$/.test(value);
}

function mapBack(repairs: readonly Repair[], offset: number): number {
  let shift = 0;
  for (const { span, quoted } of repairs) {
    const start = span.start + shift;
    if (offset <= start) break;
    const growth = quoted.length - (span.end - span.start);
    // Inside a repaired value only its two ends matter: nodes never start or stop within it.
    if (offset < start + quoted.length) return Math.min(span.end, offset - shift);
    shift += growth;
  }
  return offset - shift;
}

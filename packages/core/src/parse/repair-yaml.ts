import type { Edit } from "../finding.ts";
import { applyEdits, type Span } from "../text/span.ts";

import { splitLines } from "./read-plain-yaml.ts";

type Repair = { readonly key: string; readonly span: Span; readonly quoted: string };
export type RepairedYaml = {
  readonly source: string;
  readonly repairs: readonly Repair[];
  /** Maps an offset in the repaired text to the original text. */
  toOriginal(offset: number): number;
};

const keyPattern = /(- )?([A-Za-z_][\w-]*):[ \t]+/y;

/**
 * Quotes one-line values that need quotes in YAML, the most common mistake:
 * `description: Review code: style and bugs`. Returns undefined if there is nothing to quote.
 */
export function repairYaml(source: string): RepairedYaml | undefined {
  const repairs: Repair[] = [];
  let block = Number.POSITIVE_INFINITY;
  for (const line of splitLines(source, { start: 0, end: source.length })) {
    // Lines of a block scalar are text.
    if (line.blank || line.indent > block) continue;
    block = Number.POSITIVE_INFINITY;
    keyPattern.lastIndex = line.start;
    const [lead = "", dash = "", key = ""] = keyPattern.exec(source) ?? [];
    const start = line.start + lead.length;
    const value = source.slice(start, line.end);
    if (lead === "" || value === "") continue;
    if (isBlockHeader(value)) block = line.indent + dash.length;
    else if (needsQuotes(value)) repairs.push({ key, span: { start, end: line.end }, quoted: quote(value) });
  }
  if (repairs.length === 0) return undefined;
  const edits = repairs.map((repair): Edit => ({ span: repair.span, text: repair.quoted }));
  return { source: applyEdits(source, edits), repairs, toOriginal: (offset) => mapBack(repairs, offset) };
}

function isBlockHeader(value: string): boolean {
  return /^[|>][-+\d]{0,2}(?:[ \t]+#.*)?$/.test(value);
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function needsQuotes(value: string): boolean {
  if (isWholeQuote(value) || isFlow(value) || /^[&*!]\w+$|^!!/.test(value)) return false;
  return /:[ \t]|:$/.test(value) || /^[`@%*&!?|>"'[{,\]}]/.test(value) || /^-[ \t]/.test(value);
}

/** Whether a value is one flow list or mapping, or the first line of one; `[file] [mode]` is neither. */
function isFlow(value: string): boolean {
  if (!/^[[{]/.test(value)) return false;
  let depth = 0;
  for (const { 0: mark, index } of value.matchAll(/[[\]{}]/g)) {
    depth += mark === "[" || mark === "{" ? 1 : -1;
    if (depth === 0) return /^[ \t]*(?:$|#)/.test(value.slice(index + 1));
  }
  return /[,[{]$/.test(value);
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
    // Nodes never start or stop inside a repaired value, so only its ends matter.
    if (offset < start + quoted.length) return Math.min(span.end, offset - shift);
    shift += growth;
  }
  return offset - shift;
}

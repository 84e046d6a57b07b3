import { countCodePoints } from "../../text/utf8.ts";
import { columnAt, type YamlProblem } from "./characters.ts";

/** YAML 1.2: a key is at most 1024 characters and on one line. */
const KEY_LENGTH = 1024;

type PossibleKey = {
  /** Index of its scalar among the tokens. */
  readonly index: number;
  readonly start: number;
  /** It is where the mapping's next key must be, so a colon has to follow. */
  readonly required: boolean;
};

/** The state of one scan. A scalar turns out to be a key only at its colon, so it is remembered until then. */
export type Scan = {
  readonly source: string;
  readonly tokens: YamlToken[];
  readonly indents: number[];
  position: number;
  keyAllowed: boolean;
  possibleKey: PossibleKey | undefined;
};

/** The column of the innermost open collection, or -1. */
export function currentIndent(scan: Scan): number {
  return scan.indents.at(-1) ?? -1;
}

/** Opens a collection at a column unless one is open there or deeper. */
export function addIndent(scan: Scan, column: number): boolean {
  if (currentIndent(scan) >= column) return false;
  scan.indents.push(column);
  return true;
}

/** Closes every collection indented deeper than the column. */
export function unwindTo(scan: Scan, column: number): void {
  while (currentIndent(scan) > column) {
    scan.indents.pop();
    scan.tokens.push({ kind: "close", start: scan.position, end: scan.position });
  }
}

/** Remembers that the next scalar may be a key. */
export function noteKey(scan: Scan): YamlProblem | undefined {
  if (!scan.keyAllowed) return undefined;
  const problem = forgetKey(scan);
  if (problem) return problem;
  const required = currentIndent(scan) === columnAt(scan.source, scan.position);
  scan.possibleKey = { index: scan.tokens.length, start: scan.position, required };
  return undefined;
}

/** Discards the possible key; with `staleOnly`, only if it can no longer be one. */
export function forgetKey(scan: Scan, options?: { readonly staleOnly: true }): YamlProblem | undefined {
  const key = scan.possibleKey;
  if (!key || (options?.staleOnly && !isStale(scan, key))) return undefined;
  if (key.required) return { problem: 'a key with ":" was expected here', offset: key.start };
  scan.possibleKey = undefined;
  return undefined;
}

/** Turns the remembered scalar into a key, and opens its mapping if it is the first. */
export function takeKey(scan: Scan): boolean {
  const key = scan.possibleKey;
  if (!key) return false;
  const place = { start: key.start, end: key.start };
  const opens = addIndent(scan, columnAt(scan.source, key.start));
  scan.tokens.splice(key.index, 0, { kind: "key", ...place });
  if (opens) scan.tokens.splice(key.index, 0, { kind: "mapping", ...place });
  scan.possibleKey = undefined;
  return true;
}

function isStale({ source, position }: Scan, key: PossibleKey): boolean {
  const passed = source.slice(key.start, position);
  return passed.includes("\n") || (passed.length > KEY_LENGTH && countCodePoints(passed) > KEY_LENGTH);
}

export type ScalarToken = {
  readonly kind: "scalar";
  readonly value: string;
  readonly plain: boolean;
  readonly start: number;
  readonly end: number;
};

/** The marks of block YAML; collections start and end by indentation. */
type MarkToken = {
  readonly kind: "mapping" | "sequence" | "close" | "entry" | "key" | "value" | "document-end" | "end";
  readonly start: number;
  readonly end: number;
};

export type YamlToken = ScalarToken | MarkToken;

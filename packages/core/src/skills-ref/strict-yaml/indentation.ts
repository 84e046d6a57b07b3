import { countCodePoints } from "../../text/code-points.ts";
import { columnAt } from "./characters.ts";
import type { YamlProblem } from "./problem.ts";
import type { YamlToken } from "./token.ts";

/** YAML 1.2: a key is at most 1024 characters and on one line. */
const KEY_LENGTH = 1024;

type PossibleKey = {
  /** Where its scalar stands among the tokens. */
  readonly index: number;
  readonly start: number;
  /** It stands where the mapping's next key must be, so a colon has to follow. */
  readonly required: boolean;
};

/** The state of one scan. A scalar is known to be a key only when its colon is met, so it is noted until then. */
export type Scan = {
  readonly source: string;
  readonly tokens: YamlToken[];
  readonly indents: number[];
  position: number;
  keyAllowed: boolean;
  possibleKey: PossibleKey | undefined;
};

/** The column of the innermost open collection, -1 when none is open. */
export function currentIndent(scan: Scan): number {
  return scan.indents.at(-1) ?? -1;
}

/** Opens a collection at a column, unless one is open there or deeper. */
export function addIndent(scan: Scan, column: number): boolean {
  if (currentIndent(scan) >= column) return false;
  scan.indents.push(column);
  return true;
}

/** Closes every collection that is indented more than the column. */
export function unwindTo(scan: Scan, column: number): void {
  while (currentIndent(scan) > column) {
    scan.indents.pop();
    scan.tokens.push({ kind: "close", start: scan.position, end: scan.position });
  }
}

/** Notes that the scalar about to be read may turn out to be a key. */
export function noteKey(scan: Scan): YamlProblem | undefined {
  if (!scan.keyAllowed) return undefined;
  const problem = forgetKey(scan);
  if (problem) return problem;
  const required = currentIndent(scan) === columnAt(scan.source, scan.position);
  scan.possibleKey = { index: scan.tokens.length, start: scan.position, required };
  return undefined;
}

/** Gives up the noted key; with `staleOnly` only when it can no longer be one. */
export function forgetKey(scan: Scan, options?: { readonly staleOnly: true }): YamlProblem | undefined {
  const key = scan.possibleKey;
  if (!key || (options?.staleOnly && !isStale(scan, key))) return undefined;
  if (key.required) return { problem: 'a key with ":" was expected here', offset: key.start };
  scan.possibleKey = undefined;
  return undefined;
}

/** Turns the noted scalar into a key, and opens its mapping when it is the first one. */
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

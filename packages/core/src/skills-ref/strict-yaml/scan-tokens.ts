import {
  characterAt,
  columnAt,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  isDocumentEnd,
  type YamlProblem,
} from "./characters.ts";
import {
  addIndent,
  currentIndent,
  forgetKey,
  noteKey,
  type Scan,
  takeKey,
  unwindTo,
  type YamlToken,
} from "./indentation.ts";
import { scanBlockScalar } from "./scan-block-scalar.ts";
import { scanPlainScalar } from "./scan-plain-scalar.ts";
import { scanQuotedScalar } from "./scan-quoted-scalar.ts";

// Python's recursion limit stops the reference at about 300 levels, with a traceback.
const MAX_NESTING = 200;

/** Reads block YAML like strictyaml's scanner; anything it rejects is returned as a problem. */
export function scanTokens(source: string): readonly YamlToken[] | YamlProblem {
  const scan: Scan = {
    source,
    tokens: [],
    indents: [],
    position: 0,
    keyAllowed: true,
    possibleKey: undefined,
  };
  for (;;) {
    const skipped = skipToToken(source, scan.position);
    scan.position = skipped.position;
    if (skipped.brokeLine) scan.keyAllowed = true;
    const problem = forgetKey(scan, { staleOnly: true }) ?? scanToken(scan);
    if (problem) return problem;
    if (scan.indents.length > MAX_NESTING) return { problem: "nested too deeply", offset: scan.position };
    if (scan.tokens.at(-1)?.kind === "end") return scan.tokens;
  }
}

function scanToken(scan: Scan): YamlProblem | undefined {
  const { source, position } = scan;
  const column = columnAt(source, position);
  unwindTo(scan, column);
  if (position >= source.length) return scanEnd(scan, "end");
  if (column === 0 && isDocumentEnd(source, position)) return scanEnd(scan, "document-end");
  const character = characterAt(source, position);
  const standsAlone = isBlankOrEnd(characterAt(source, position + 1));
  if (character === "-" && standsAlone) return scanEntry(scan, "sequence");
  if (character === "?" && standsAlone) return scanEntry(scan, "mapping");
  if (character === ":" && standsAlone) return scanValue(scan);
  if (character === "|" || character === ">") return scanBlock(scan);
  if (character === "'" || character === '"') return scanQuoted(scan);
  const problem = explainCharacter(character);
  return problem === undefined ? scanPlain(scan) : { problem, offset: position };
}

function scanEnd(scan: Scan, kind: "end" | "document-end"): YamlProblem | undefined {
  unwindTo(scan, -1);
  const problem = forgetKey(scan);
  if (problem) return problem;
  scan.keyAllowed = false;
  mark(scan, kind, kind === "end" ? 0 : 3);
  return undefined;
}

function scanEntry(scan: Scan, collection: "sequence" | "mapping"): YamlProblem | undefined {
  if (!scan.keyAllowed) {
    const found = collection === "sequence" ? '"- "' : '"? "';
    return { problem: `${found} cannot begin a value here; put the value in quotes`, offset: scan.position };
  }
  if (addIndent(scan, columnAt(scan.source, scan.position))) mark(scan, collection, 0);
  const problem = forgetKey(scan);
  if (problem) return problem;
  mark(scan, collection === "sequence" ? "entry" : "key", 1);
  return undefined;
}

function scanValue(scan: Scan): YamlProblem | undefined {
  if (takeKey(scan)) {
    scan.keyAllowed = false;
  } else if (!scan.keyAllowed) {
    return { problem: 'a value cannot contain ": " here; put the value in quotes', offset: scan.position };
  } else if (addIndent(scan, columnAt(scan.source, scan.position))) {
    mark(scan, "mapping", 0);
  }
  mark(scan, "value", 1);
  return undefined;
}

function scanBlock(scan: Scan): YamlProblem | undefined {
  const problem = forgetKey(scan);
  if (problem) return problem;
  const scalar = scanBlockScalar(scan.source, scan.position, currentIndent(scan));
  if ("problem" in scalar) return scalar;
  scan.keyAllowed = true;
  return addScalar(scan, { ...scalar, next: scalar.end, plain: false });
}

function scanQuoted(scan: Scan): YamlProblem | undefined {
  const problem = noteKey(scan);
  if (problem) return problem;
  const scalar = scanQuotedScalar(scan.source, scan.position);
  if ("problem" in scalar) return scalar;
  scan.keyAllowed = false;
  return addScalar(scan, { ...scalar, next: scalar.end, plain: false });
}

function scanPlain(scan: Scan): YamlProblem | undefined {
  const problem = noteKey(scan);
  if (problem) return problem;
  const scalar = scanPlainScalar(scan.source, scan.position, currentIndent(scan) + 1);
  scan.keyAllowed = scalar.atNewLine;
  return addScalar(scan, { ...scalar, plain: true });
}

type Scalar = {
  readonly value: string;
  readonly end: number;
  readonly next: number;
  readonly plain: boolean;
};

function addScalar(scan: Scan, { value, end, next, plain }: Scalar): YamlProblem | undefined {
  // A value and the next key are adjacent until the key's colon; a third scalar cannot follow.
  if (scan.tokens.at(-1)?.kind === "scalar" && scan.tokens.at(-2)?.kind === "scalar") {
    return { problem: "this does not belong to the value before it", offset: scan.position };
  }
  scan.tokens.push({ kind: "scalar", value, plain, start: scan.position, end });
  scan.position = next;
  return undefined;
}

function mark(scan: Scan, kind: Exclude<YamlToken["kind"], "scalar">, width: number): void {
  scan.tokens.push({ kind, start: scan.position, end: scan.position + width });
  scan.position += width;
}

const IN_QUOTES = "put the value in quotes";

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["[", `a list in brackets is not accepted; write one "- item" a line, or ${IN_QUOTES}`],
  ["{", `a mapping in braces is not accepted; write one "key: value" a line, or ${IN_QUOTES}`],
  ["&", `"&" would be an anchor, which is not accepted; ${IN_QUOTES}`],
  ["*", `"*" would be an alias, which is not accepted; ${IN_QUOTES}`],
  ["!", `"!" would be a tag, which is not accepted; ${IN_QUOTES}`],
  ["\t", "a tab cannot separate or indent; use spaces"],
  ...["]", "}", ",", "%", "@", "`"].map((character): [string, string] => [
    character,
    `"${character}" cannot begin a value; ${IN_QUOTES}`,
  ]),
]);

/** Why an unquoted value cannot start with this character; undefined if it can. */
function explainCharacter(character: string): string | undefined {
  return PROBLEMS.get(character);
}

type Skipped = { readonly position: number; readonly brokeLine: boolean };

/** Skips spaces, line breaks and comments. */
function skipToToken(source: string, start: number): Skipped {
  let position = start === 0 && characterAt(source, 0) === "\ufeff" ? 1 : start;
  let brokeLine = false;
  for (;;) {
    while (characterAt(source, position) === " ") position++;
    if (characterAt(source, position) === "#") {
      while (!isBreakOrEnd(characterAt(source, position))) position++;
      position = skipBreaks(source, position);
      brokeLine = true;
      continue;
    }
    if (!isBreak(characterAt(source, position))) return { position, brokeLine };
    position = skipEmptyLines(source, position + 1);
    brokeLine = true;
  }
}

function skipBreaks(source: string, start: number): number {
  let position = start;
  while (isBreak(characterAt(source, position))) position++;
  return position;
}

// The reference's library also skips tabs here, but only after an empty line.
function skipEmptyLines(source: string, start: number): number {
  let position = start;
  if (characterAt(source, position) !== "\n") return position;
  while (isBreak(characterAt(source, position)) || /[ \t]/.test(characterAt(source, position))) position++;
  return position;
}

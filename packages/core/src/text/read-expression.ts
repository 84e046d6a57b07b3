/** A regular expression as a tree, without what only a backtracking engine can match. */
export type ExpressionTree =
  /** One UTF-16 unit, by the source of an expression that matches it. */
  | { readonly kind: "unit"; readonly source: string }
  | { readonly kind: "assertion"; readonly mark: Assertion }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly ExpressionTree[] }
  | { readonly kind: "repeat"; readonly part: ExpressionTree; readonly least: number; readonly most: number };

export type Assertion = "^" | "$" | "\\b" | "\\B";

/** Reads the pattern of a valid `RegExp` without flags `u` and `v`, or says what it uses that cannot be matched in linear time. */
export function readExpression(
  pattern: string,
): ExpressionTree | { readonly kind: "fault"; readonly uses: string } {
  const reader: Reader = { pattern, at: 0, uses: undefined };
  const tree = readChoice(reader);
  return reader.uses === undefined ? tree : { kind: "fault", uses: reader.uses };
}

type Reader = { readonly pattern: string; at: number; uses: string | undefined };

function readChoice(reader: Reader): ExpressionTree {
  const parts = [readSequence(reader)];
  while (take(reader, /\|/y) !== undefined) parts.push(readSequence(reader));
  return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
}

function readSequence(reader: Reader): ExpressionTree {
  const parts: ExpressionTree[] = [];
  while (reader.at < reader.pattern.length && !/[|)]/.test(reader.pattern.charAt(reader.at)))
    parts.push(readRepeated(reader));
  return { kind: "sequence", parts };
}

/** Lazy or greedy makes no difference to whether a text matches. */
function readRepeated(reader: Reader): ExpressionTree {
  const part = readTerm(reader);
  const [mark, count, range, limit] = take(reader, /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y) ?? [];
  if (mark === undefined) return part;
  if (count === undefined)
    return { kind: "repeat", part, least: mark[0] === "+" ? 1 : 0, most: mark[0] === "?" ? 1 : Infinity };
  const least = Number(count);
  if (range === undefined) return { kind: "repeat", part, least, most: least };
  return {
    kind: "repeat",
    part,
    least,
    most: limit === undefined || limit === "" ? Infinity : Number(limit),
  };
}

function readTerm(reader: Reader): ExpressionTree {
  for (const [uses, mark] of unsupported) if (take(reader, mark)) reader.uses ??= uses;
  if (take(reader, /\((?:\?:|\?<[^>]*>)?/y)) {
    const inner = readChoice(reader);
    take(reader, /\)/y);
    return inner;
  }
  const [mark] = take(reader, /\^|\$|\\[bB]/y) ?? [];
  if (mark !== undefined) return { kind: "assertion", mark: mark as Assertion };
  const [source] =
    take(
      reader,
      /\.|\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|0[0-7]{0,2}|[^c])/y,
    ) ?? [];
  if (source !== undefined) return { kind: "unit", source };
  // Any other character is itself, such as a `{` that repeats nothing or a `\` before a lone `c`.
  const unit = reader.pattern.charCodeAt(reader.at++);
  return { kind: "unit", source: `\\u${unit.toString(16).padStart(4, "0")}` };
}

/** Read past their first characters, so that the reader goes on. */
const unsupported: readonly (readonly [string, RegExp])[] = [
  ["look-around", /\(\?(?:<?[=!])/y],
  ["a flag inside the pattern", /\(\?[ims-]+:/y],
  ["a back reference", /\\[1-9k]/y],
];

function take(reader: Reader, token: RegExp): RegExpExecArray | undefined {
  token.lastIndex = reader.at;
  const found = token.exec(reader.pattern) ?? undefined;
  if (found) reader.at = token.lastIndex;
  return found;
}

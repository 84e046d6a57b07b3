/** Whether the pattern matches a path, given as its parts below the ignore file's folder. */
export type IgnorePattern = (parts: readonly string[]) => boolean;

/**
 * Compiles one pattern of a .gitignore, without its `!` and its last `/`: `*`, `?` and `[…]` stay inside one part, `**`
 * matches any parts, `\` escapes the next character. A pattern with a `/` is anchored at its folder, one without matches
 * at any depth. Matching takes time proportional to pattern times path. Undefined when it cannot match anything.
 *
 * `text/glob.ts` supports neither escapes nor sets and also matches everything below a match, so it cannot be used.
 */
export function compileIgnorePattern(pattern: string): IgnorePattern | undefined {
  const texts = (pattern.startsWith("/") ? pattern.slice(1) : pattern).split("/");
  if (texts.includes("")) return undefined;
  const steps: Step[] = pattern.includes("/") ? [] : [anyParts];
  for (const text of texts) {
    const step = isAnyParts(text) ? anyParts : compilePart(text);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  // `a/**` matches everything below `a`, but not `a` itself.
  if (isAnyParts(texts.at(-1) ?? "")) steps.push(() => true);
  return (parts) => matchParts(steps, parts);
}

const anyParts = "any parts";
type PartTest = (part: string) => boolean;
type Step = typeof anyParts | PartTest;

function isAnyParts(text: string): boolean {
  return /^\*{2,}$/.test(text);
}

/** On a mismatch only the last `**` has to take one more part; earlier ones never change. */
function matchParts(steps: readonly Step[], parts: readonly string[]): boolean {
  let at = 0;
  let retry = -1;
  let taken = 0;
  for (let index = 0; index < parts.length; ) {
    const step = steps[at];
    if (step === anyParts) {
      retry = at++;
      taken = index;
    } else if (step?.(parts[index] ?? "")) {
      at++;
      index++;
    } else if (retry !== -1) {
      at = retry + 1;
      index = ++taken;
    } else return false;
  }
  return steps.slice(at).every((step) => step === anyParts);
}

function compilePart(text: string): PartTest | undefined {
  if (!/[*?[\\]/.test(text)) return (part) => part === text;
  const marks = readMarks(text);
  if (marks === undefined) return undefined;
  const runs: string[][] = [[]];
  for (const mark of marks) {
    if (mark === anyText) runs.push([]);
    else runs.at(-1)?.push(mark);
  }
  const pieces = runs.map((run) => ({ length: run.length, expression: new RegExp(run.join("")) }));
  return (part) => matchPieces(pieces, part);
}

/** The text between two `*`: an expression that matches exactly `length` characters. */
type Piece = { readonly length: number; readonly expression: RegExp };

/** Each piece takes the first position that fits; the first and the last piece are anchored. */
function matchPieces([first, ...others]: readonly Piece[], part: string): boolean {
  const last = others.pop();
  if (first === undefined || part.length < first.length + (last?.length ?? 0)) return false;
  if (last === undefined) return part.length === first.length && first.expression.test(part);
  const end = part.length - last.length;
  if (!first.expression.test(part.slice(0, first.length)) || !last.expression.test(part.slice(end)))
    return false;
  let rest = part.slice(first.length, end);
  for (const { length, expression } of others) {
    const at = rest.search(expression);
    if (at === -1) return false;
    rest = rest.slice(at + length);
  }
  return true;
}

const anyText = "any text";

/** Expressions for one character each, and `anyText`; undefined for an open bracket or a `\` at the end. */
function readMarks(text: string): readonly string[] | undefined {
  const marks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const mark = readMark(text, at);
    if (mark === undefined) return undefined;
    marks.push(mark.expression);
    at = mark.end;
  }
  return marks;
}

type Mark = { readonly expression: string; readonly end: number };

function readMark(text: string, at: number): Mark | undefined {
  if (text[at] === "*") return { expression: anyText, end: at + 1 };
  if (text[at] === "?") return { expression: "[^]", end: at + 1 };
  return text[at] === "[" ? readSet(text, at + 1) : readCharacter(text, at);
}

/** The set after a `[`: characters and ranges up to `]`, which is a plain character when it comes first. */
function readSet(text: string, start: number): Mark | undefined {
  const isNegated = text[start] === "!" || text[start] === "^";
  const first = isNegated ? start + 1 : start;
  let members = "";
  let at = first;
  while (text[at] !== "]" || at === first) {
    const low = readCharacter(text, at);
    const isRange = low !== undefined && text[low.end] === "-" && text[low.end + 1] !== "]";
    const high = isRange ? readCharacter(text, low.end + 1) : low;
    if (low === undefined || high === undefined) return undefined;
    // A reversed range is empty.
    if (low.expression <= high.expression) members += `${low.expression}-${high.expression}`;
    at = high.end;
  }
  return { expression: `[${isNegated ? "^" : ""}${members}]`, end: at + 1 };
}

/** One character, escaped for a regular expression; after a `\` any character is literal. */
function readCharacter(text: string, at: number): Mark | undefined {
  const place = text[at] === "\\" ? at + 1 : at;
  if (place >= text.length) return undefined;
  return { expression: `\\u${text.charCodeAt(place).toString(16).padStart(4, "0")}`, end: place + 1 };
}

/** A place in a program that moves forward; bounded, since every reader counts its steps here. */
export type Cursor = {
  readonly text: string;
  at: number;
  steps: number;
  depth: number;
};

const maxSteps = 100_000;
const maxDepth = 60;

export function createCursor(text: string): Cursor {
  return { text, at: 0, steps: 0, depth: 0 };
}

/** Counts a step; false beyond the bounds or at the end. */
export function canGoOn(cursor: Cursor): boolean {
  cursor.steps++;
  if (cursor.steps > maxSteps || cursor.depth > maxDepth) cursor.at = cursor.text.length;
  return cursor.at < cursor.text.length;
}

export function peek({ text, at }: Cursor, length = 1): string {
  return text.slice(at, at + length);
}

/** Moves past a sticky pattern and returns the match. */
export function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match) cursor.at += match[0].length;
  return match ?? undefined;
}

/** Skips blanks, comments and continued lines, but no line end. */
export function skipBlanks(cursor: Cursor): void {
  while (canGoOn(cursor)) {
    const character = peek(cursor);
    if (character === " " || character === "\t" || character === "\r") cursor.at++;
    else if (character === "`" && /^`\r?\n/.test(peek(cursor, 3)))
      cursor.at += peek(cursor, 2) === "`\r" ? 3 : 2;
    else if (character === "#") cursor.at = endOf(cursor, "\n", 0);
    else if (peek(cursor, 2) === "<#") cursor.at = endOf(cursor, "#>", 2);
    else return;
  }
}

function endOf({ text, at }: Cursor, mark: string, length: number): number {
  const found = text.indexOf(mark, at);
  return found === -1 ? text.length : found + length;
}

import { characterAt, isBreak, isBreakOrEnd } from "./characters.ts";

type Skipped = { readonly position: number; readonly brokeLine: boolean };

/** Skips spaces, line breaks and comments. */
export function skipToToken(source: string, start: number): Skipped {
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

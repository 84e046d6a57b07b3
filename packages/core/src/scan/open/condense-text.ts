import { scanLimits } from "../limits.ts";
import { joinPieces, type MappedText, type Piece } from "./mapped-text.ts";

export type CondensedText = MappedText & {
  /** Filler pushed the content out of sight. */
  readonly isPadded: boolean;
  /** Some of what is no filler was left out as well. */
  readonly isCut: boolean;
};

/** Repetitions of one character, or of one line, that are kept. */
const keptRun = 64;
const keptLines = 4;
/** Filler of so many characters or blank lines in one place hides what follows from readers. */
const hidingCharacters = 1000;
const hidingLines = 100;
/** Characters kept around a word of interest in a text that is too long to be read whole. */
const windowCharacters = 8192;

/** A text without long repetitions and, if it is still too long, only its ends and what stands around dangerous words. */
export function condenseText(text: string): CondensedText {
  const runs = findRuns(text);
  const isPadded = runs.some(({ isHiding }) => isHiding);
  const whole = { start: 0, end: text.length };
  if (runs.length === 0 && text.length <= scanLimits.parsedCharacters)
    return { text, originOf: (span) => span, isPadded, isCut: false };
  const kept = runs.length === 0 ? [{ text, origin: whole }] : withoutRuns(text, runs);
  const length = kept.reduce((sum, piece) => sum + piece.text.length, 0);
  if (length <= scanLimits.parsedCharacters) return { ...joinPieces(kept), isPadded, isCut: false };
  return { ...joinPieces(interestingParts(kept)), isPadded, isCut: true };
}

/** What to leave out: from after the kept repetitions to the end of the run. */
type Run = { readonly start: number; readonly end: number; readonly isHiding: boolean };

function findRuns(text: string): readonly Run[] {
  const runs: Run[] = [];
  let lineStart = 0;
  let previousLine = "";
  let sameSince = 0;
  let same = 0;
  const closeLines = (end: number): void => {
    const isBlank = previousLine.trim() === "";
    const isHiding = isBlank && same >= hidingLines && end < text.length;
    if (same > keptRun) runs.push({ start: sameSince, end, isHiding });
    else if (isHiding) runs.push({ start: end, end, isHiding });
  };
  while (lineStart < text.length) {
    const newline = text.indexOf("\n", lineStart);
    const end = newline === -1 ? text.length : newline + 1;
    const line = end - lineStart > 400 ? undefined : text.slice(lineStart, end);
    if (line !== undefined && (line === previousLine || (line.trim() === "" && previousLine.trim() === ""))) {
      same++;
      if (same === keptLines) sameSince = end;
    } else {
      closeLines(lineStart);
      same = 1;
      if (line === undefined) findCharacterRuns(text, { start: lineStart, end }, runs);
    }
    previousLine = line ?? "-";
    lineStart = end;
  }
  closeLines(text.length);
  return runs;
}

function findCharacterRuns(
  text: string,
  line: { readonly start: number; readonly end: number },
  runs: Run[],
): void {
  let start = line.start;
  while (start < line.end) {
    const code = text.charCodeAt(start);
    let end = start + 1;
    while (end < line.end && text.charCodeAt(end) === code) end++;
    if (end - start > 4 * keptRun) {
      const isHiding = code <= 0x20 && end - start >= hidingCharacters && end < line.end - 1;
      runs.push({ start: start + keptRun, end, isHiding });
    }
    start = end;
  }
}

function withoutRuns(text: string, runs: readonly Run[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const keep = (end: number): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), origin: { start: at, end } });
  };
  for (const { start, end } of runs) {
    if (start < at) continue;
    keep(start);
    at = Math.max(at, end);
  }
  keep(text.length);
  return pieces;
}

const interesting =
  /\b(?:curl|wget|eval|exec|system|subprocess|child_process|base64|atob|fetch|requests|urlopen|socket|Invoke-|DownloadString|crontab|authorized_keys|\.ssh|\.aws|token|password|ignore|instructions|https?:)/gi;

/** Both ends, and windows around the first dangerous words, up to the limit. */
function interestingParts(pieces: readonly Piece[]): readonly Piece[] {
  const { text, originOf } = joinPieces(pieces);
  const quarter = scanLimits.parsedCharacters / 4;
  const spans = [{ start: 0, end: quarter }];
  let room = 2 * quarter;
  for (const { index } of text.matchAll(interesting)) {
    const last = spans.at(-1);
    if (last === undefined || index < last.end) continue;
    const start = Math.max(last.end, index - windowCharacters / 4);
    const end = Math.min(text.length, start + windowCharacters);
    room -= end - start;
    if (room < 0) break;
    spans.push({ start, end });
  }
  const lastEnd = spans.at(-1)?.end ?? 0;
  const tail = Math.max(lastEnd, text.length - quarter);
  if (tail < text.length) spans.push({ start: tail, end: text.length });
  // A piece that lost a run inside maps to its first character's place onward, which is close enough.
  return spans.map(({ start, end }) => ({ text: text.slice(start, end), origin: originOf({ start, end }) }));
}

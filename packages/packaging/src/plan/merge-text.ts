import { alignLines, decodeUtf8 } from "@skillwright/core/text";

/**
 * Merges two changes of one text, line by line. Undefined where both sides change the same or adjacent lines differently, or a side
 * is not text: then a person has to look.
 */
export function mergeText({ base, yours, theirs }: ThreeTexts): Uint8Array | undefined {
  if (![base, yours, theirs].every(isText)) return undefined;
  const lines = splitLines(base);
  const sides = [findHunks(lines, splitLines(yours)), findHunks(lines, splitLines(theirs))] as const;
  const merged: string[] = [];
  let at = 0;
  for (const region of findRegions(sides)) {
    for (const line of lines.slice(at, region.start)) merged.push(line);
    const [mine, other] = sides.map((hunks) => rewrite(lines, hunks, region));
    const result = pickSide(lines.slice(region.start, region.end).join(""), mine ?? "", other ?? "");
    if (result === undefined) return undefined;
    merged.push(result);
    at = region.end;
  }
  for (const line of lines.slice(at)) merged.push(line);
  return Buffer.from(merged.join(""), "latin1");
}

export type ThreeTexts = {
  readonly base: Uint8Array;
  readonly yours: Uint8Array;
  readonly theirs: Uint8Array;
};

/** Lines of the base, from `start` up to `end`, that a side replaces. */
type Region = { readonly start: number; readonly end: number };
type Hunk = Region & { readonly lines: readonly string[] };

function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && decodeUtf8(bytes) !== undefined;
}

/** One character per byte, so that every byte comes out as it went in; lines keep their ends. */
function splitLines(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function findHunks(base: readonly string[], side: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  for (const block of alignLines(base, side)) {
    if (block.kind === "same") at += block.lines.length;
    else {
      hunks.push({ start: at, end: at + block.removed.length, lines: block.added });
      at += block.removed.length;
    }
  }
  return hunks;
}

/** The hunks of both sides, those that overlap or touch joined into one region. */
function findRegions([one, other]: readonly [readonly Hunk[], readonly Hunk[]]): readonly Region[] {
  const regions: Region[] = [];
  for (const { start, end } of [...one, ...other].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = regions.at(-1);
    if (last === undefined || start > last.end) regions.push({ start, end });
    else regions[regions.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return regions;
}

/** What a side makes of a region. */
function rewrite(base: readonly string[], hunks: readonly Hunk[], { start, end }: Region): string {
  const lines: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    if (hunk.start < start || hunk.end > end) continue;
    for (const line of base.slice(at, hunk.start)) lines.push(line);
    for (const line of hunk.lines) lines.push(line);
    at = hunk.end;
  }
  for (const line of base.slice(at, end)) lines.push(line);
  return lines.join("");
}

function pickSide(base: string, mine: string, other: string): string | undefined {
  if (mine === base || mine === other) return other;
  return other === base ? mine : undefined;
}

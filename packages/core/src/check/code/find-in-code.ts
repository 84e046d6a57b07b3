import { outlineMarkdown } from "../../markdown/outline.ts";
import type { Span } from "../../text/span.ts";
import type { CheckedSkill } from "../rule.ts";
import { type SkillText, textsOf } from "./skill-texts.ts";
import { mayHold } from "./trigrams.ts";

export type CodeSearch = {
  /** Every text with a match contains one of these words. */
  readonly words?: readonly string[];
  /** A cheap test that every text with a match passes. */
  readonly hint: { test(text: string): boolean };
  /** Global patterns, each linear: every repetition is bounded. */
  readonly patterns: readonly RegExp[];
  /** Only code blocks, code spans as well, or also prose. Scripts and frontmatter values count as blocks. */
  readonly where: "blocks" | "code" | "anywhere";
};
export type CodeMatch = { readonly source: SkillText; readonly match: RegExpExecArray; readonly span: Span };

/** Matches in text that an agent would run, in order and without overlaps. */
export function* findInCode(
  skill: CheckedSkill,
  { words, hint, patterns, where }: CodeSearch,
): Generator<CodeMatch> {
  for (const source of textsOf(skill)) {
    if (words && !mayHold(source.trigrams, words)) continue;
    if (!hint.test(source.text)) continue;
    let regions: readonly Span[] | undefined;
    const isCode = (span: Span): boolean => {
      regions ??= codeIn(skill, source, where);
      return isWithin(regions, span);
    };
    const found = patterns.flatMap((pattern) => matchAll(pattern, source, isCode));
    yield* withoutOverlaps(found.sort((a, b) => a.span.start - b.span.start));
  }
}

function matchAll(pattern: RegExp, source: SkillText, isCode: (span: Span) => boolean): CodeMatch[] {
  const found: CodeMatch[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(source.text); match; match = pattern.exec(source.text)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isCode(span)) found.push({ source, match, span });
    // A match that starts in prose may overlap one in the following code.
    else pattern.lastIndex = span.start + 1;
  }
  return found;
}

function* withoutOverlaps(matches: readonly CodeMatch[]): Generator<CodeMatch> {
  let end = 0;
  for (const match of matches) {
    if (match.span.start < end) continue;
    end = match.span.end;
    yield match;
  }
}

function codeIn(
  skill: CheckedSkill,
  { kind, text, place }: SkillText,
  where: CodeSearch["where"],
): readonly Span[] {
  const whole = { start: 0, end: text.length };
  if (kind === "script" || where === "anywhere") return [whole];
  const outline = place.file === undefined ? skill.outline : outlineMarkdown(text, whole);
  const regions = [
    ...outline.codeBlocks,
    ...(where === "code" ? outline.codeSpans : []),
    ...(place.file === undefined ? frontmatterCode(skill) : []),
  ];
  return regions.sort((a, b) => a.start - b.start);
}

/** Hooks and metadata contain commands; a description is prose. */
function frontmatterCode({ parsed }: CheckedSkill): Span[] {
  const entries = parsed.frontmatter?.entries ?? [];
  return entries.filter(({ key }) => key.text !== "description").map(({ value }) => value.span);
}

/** Whether one of the sorted regions contains the span. */
export function isWithin(regions: readonly Span[], span: Span): boolean {
  return span.end <= (regionAt(regions, span.start)?.end ?? -1);
}

/** The last of the sorted regions that starts at or before an offset. */
function regionAt(regions: readonly Span[], start: number): Span | undefined {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return regions[low - 1];
}

/** How much of a line to read on each side of a match, so that one very long line does not make matching quadratic. */
const lineReach = 1000;

/** The line that contains a span, up to `lineReach` on each side. */
export function lineOf(text: string, { start, end }: Span): Span {
  const before = text.slice(Math.max(0, start - lineReach), start);
  const after = text.slice(end, end + lineReach);
  const newline = after.indexOf("\n");
  return {
    start: start - before.length + before.lastIndexOf("\n") + 1,
    end: end + (newline === -1 ? after.length : newline),
  };
}

const excerptLength = 80;

/** The start of a command on one line, for a message. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, excerptLength * 2)
    .replace(/\\?\s+/g, " ")
    .trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
}

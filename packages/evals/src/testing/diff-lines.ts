import { alignLines, type LineBlock } from "@skillwright/core/text";
import { excerpt, firstDifference } from "./excerpt.ts";
import { testingLimits } from "./limits.ts";

/**
 * Changed lines, `-` before and `+` after, with a few unchanged lines around them; `…` marks omitted lines.
 * Compares and shows a bounded number of lines.
 */
export function diffLines(before: string, after: string): readonly string[] {
  const [one, other] = [before.split("\n"), after.split("\n")];
  const start = commonStart(one, other);
  const end = commonStart(one.slice(start).reverse(), other.slice(start).reverse());
  const middle = (lines: readonly string[]): readonly string[] => lines.slice(start, lines.length - end);
  const cut = (lines: readonly string[]): readonly string[] => lines.slice(0, testingLimits.testDiffLines);
  const isCut = Math.max(one.length, other.length) - start - end > testingLimits.testDiffLines;
  const lines = showBlocks([
    { kind: "same", lines: one.slice(0, start) },
    ...alignLines(cut(middle(one)), cut(middle(other))),
    ...(isCut ? [] : [{ kind: "same" as const, lines: one.slice(one.length - end) }]),
  ]);
  const most = testingLimits.testShownLines;
  return isCut || lines.length > most ? [...lines.slice(0, most), "…"] : lines;
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

function showBlocks(blocks: readonly LineBlock[]): readonly string[] {
  return blocks.flatMap((block, at) => {
    if (block.kind === "same")
      return showSame(block.lines, { isFirst: at === 0, isLast: at === blocks.length - 1 });
    const { removed, added } = block;
    return [...showSide("-", removed, added), ...showSide("+", added, removed)];
  });
}

/** Each side gets at most a third of the space, so that the other side stays visible. */
function showSide(mark: "-" | "+", lines: readonly string[], others: readonly string[]): readonly string[] {
  const most = Math.floor(testingLimits.testShownLines / 3);
  const shown = lines.slice(0, most).map((line, at) => `${mark} ${shorten(line, others[at])}`);
  return lines.length > most ? [...shown, "…"] : shown;
}

function showSame(
  lines: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly string[] {
  const context = testingLimits.testContextLines;
  const [after, before] = [isFirst ? 0 : context, isLast ? 0 : context];
  const show = (line: string): string => `  ${shorten(line)}`;
  if (lines.length <= after + before) return lines.map(show);
  return [...lines.slice(0, after).map(show), "…", ...lines.slice(lines.length - before).map(show)];
}

/** Shortens a line around its first difference from its counterpart. */
function shorten(line: string, counterpart: string = line): string {
  const at = line === counterpart ? 0 : firstDifference(line, counterpart);
  return excerpt(line, at, testingLimits.testValueCharacters);
}

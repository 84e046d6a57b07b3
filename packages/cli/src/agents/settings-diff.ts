import { printable } from "@skillwright/core/text";
import type { SettingsChange } from "./settings-plan.ts";

/** Some agents keep megabytes in one line, so unchanged parts of long lines are omitted. */
const shownLines = 200;
const shortLine = 160;
const keptAround = 40;
const longestChange = 10_000;

/** The changed lines, prefixed with `-` and `+`. */
export function settingsDiff({ before = "", after = "" }: SettingsChange): readonly string[] {
  const old = toLines(before);
  const now = toLines(after);
  const start = countSame(old, now);
  const end = countSame(old.slice(start).toReversed(), now.slice(start).toReversed());
  const gone = old.slice(start, old.length - end);
  const come = now.slice(start, now.length - end);
  const lines = [
    ...gone.map((line, index) => `- ${shorten(line, come[index])}`),
    ...come.map((line, index) => `+ ${shorten(line, gone[index])}`),
  ];
  const rest = lines.length - shownLines;
  return [
    `@@ line ${start + 1} @@`,
    ...lines.slice(0, shownLines),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ];
}

function toLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function countSame<Item>(a: ArrayLike<Item>, b: ArrayLike<Item>): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

function countSameAtEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

/** Shows new text in full, because the user is asked to agree to it. */
function shorten(line: string, other = ""): string {
  const show = (text: string): string => printable(text.replaceAll("\t", "    "));
  if (line.length <= shortLine) return show(line);
  const same = countSame(line, other);
  const sameAtEnd = countSameAtEnd(line.slice(same), other.slice(same));
  const from = Math.max(0, same - keptAround);
  const to = Math.min(line.length, line.length - sameAtEnd + keptAround, from + longestChange);
  return `${from > 0 ? "…" : ""}${show(line.slice(from, to))}${to < line.length ? "…" : ""}`;
}

import type { Io } from "../io.ts";
import { textWidth } from "./text-width.ts";

/**
 * Messages for standard error with lines that fit a terminal there; unchanged elsewhere, so that programs find whole lines. Commands in
 * backticks stay on one line, so that they can be copied.
 */
export function wrapMessage(text: string, { terminal }: Pick<Io, "terminal">): string {
  if (!terminal.live) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, terminal.columns))
    .join("\n");
}

function wrapLine(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  const indent = /^ */.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = "";
  for (const word of wordsOf(line.trimStart())) {
    const candidate = current === "" ? indent + word : `${current} ${word}`;
    if (current !== "" && textWidth(candidate) > columns) {
      lines.push(current);
      current = indent + word;
    } else current = candidate;
  }
  return [...lines, current].join("\n");
}

/** Splits at spaces outside backticks. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let isCode = false;
  for (const part of line.split(" ")) {
    if (isCode) words[words.length - 1] += ` ${part}`;
    else words.push(part);
    if (part.split("`").length % 2 === 0) isCode = !isCode;
  }
  return words;
}

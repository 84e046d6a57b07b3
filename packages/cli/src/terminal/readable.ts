import { printable } from "@skillwright/core/text";

/** Text of several lines that is safe to print: lines stay, tabs become blanks, control characters are spelled out. */
export function readable(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => printable(line.replaceAll("\t", "    ")))
    .join("\n");
}

import { printable } from "@skillwright/core/text";

/** Multi-line text, safe to print: expands tabs and escapes control characters. */
export function readable(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => printable(line.replaceAll("\t", "    ")))
    .join("\n");
}

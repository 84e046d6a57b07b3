import { joinPieces } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";

/** Commands that a document's frontmatter tells a client to run, such as those of hooks. */
export function readFrontmatterCommands(text: string): readonly EmbeddedText[] {
  const start = /^\ufeff?---[ \t]{0,20}\r?\n/.exec(text.slice(0, 30))?.[0].length;
  if (start === undefined) return [];
  const end = text.indexOf("\n---", start - 1);
  if (end === -1) return [];
  const found: EmbeddedText[] = [];
  for (const match of text.slice(start, end).matchAll(commandValue)) {
    const value = match[1] ?? match[2] ?? match[3] ?? "";
    const isQuoted = match[3] === undefined;
    const last = start + match.index + match[0].length - (isQuoted ? 1 : 0);
    const origin = { start: last - value.length, end: last };
    found.push({
      ...joinPieces([{ text: value.replaceAll('\\"', '"'), origin }]),
      name: `command-${found.length + 1}`,
      language: "shell",
      role: "program",
    });
  }
  return found;
}

/** `command: …` on a line of its own, in a list or in braces; `pre: …` and `post: …` name scripts. */
const commandValue =
  /^[ \t]{0,100}(?:[-{][^\n]{0,200}?)?\b(?:command|run|pre|post)[ \t]{0,8}:[ \t]{0,8}(?:"((?:[^"\\\n]|\\[^\n]){1,4000})"|'([^'\n]{1,4000})'|([^"'\s|>{[][^\n]{0,4000}))/gm;

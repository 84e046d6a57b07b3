import { visitBlocks } from "../../markdown/blocks.ts";
import { createInlineScanner, type InlineElements } from "../../markdown/inline.ts";
import type { Span } from "../../text/span.ts";
import type { ScannedText } from "../evidence.ts";
import { endOfFrontmatter } from "../prose/read-blocks.ts";
import { blockLanguage, commandLines } from "./command-lines.ts";
import type { Commands } from "./create-shell.ts";
import { findCommandInProse, readsAsCommand, startOfPowershell } from "./reads-as-command.ts";

/** Finds commands in code blocks, code spans and running text, in order. */
export function findCommands({ text, language }: ScannedText): readonly Commands[] {
  const found: Commands[] = [];
  const body = endOfFrontmatter(text);
  if (language !== "markdown") {
    inProse(text, { start: 0, end: text.length }, found);
    return language === "other" ? found.map(asPowershell) : found;
  }
  inProse(text, { start: 0, end: body }, found);
  visitBlocks(
    text,
    { start: body, end: text.length },
    {
      inline: (span) => inInline(text, span, found),
      heading: (_level, title) => inInline(text, title, found),
      code: (span) => inBlock(text, span, found),
      html: (span) => inProse(text, span, found),
      definition: () => {},
    },
  );
  return found;
}

/** Macros and other programs start PowerShell without a shell that would split its pipes. */
function asPowershell(commands: Commands): Commands {
  const start = startOfPowershell(commands.text);
  if (start === undefined) return commands;
  return {
    ...commands,
    text: commands.text.slice(start),
    spanOf: (inner) => commands.spanOf({ start: inner.start + start, end: inner.end + start }),
    language: "powershell",
  };
}

function inBlock(text: string, span: Span, found: Commands[]): void {
  const language = blockLanguage(text, span);
  if (language === undefined) return;
  if (language !== "shell" && language !== "text") {
    found.push({ ...slice(text, span), language, setting: "block" });
    return;
  }
  const lines = commandLines(text, span, language === "shell");
  if (lines) found.push({ ...lines, language: "shell", setting: "block" });
}

function slice(text: string, { start, end }: Span): Pick<Commands, "text" | "spanOf"> {
  return {
    text: text.slice(start, end),
    spanOf: (inner) => ({ start: start + inner.start, end: start + inner.end }),
  };
}

/** Code spans that read as commands, and the text around them. */
function inInline(text: string, span: Span, found: Commands[]): void {
  const elements: InlineElements = { links: [], codeSpans: [], comments: [] };
  createInlineScanner(text, elements)(span);
  let at = span.start;
  for (const code of elements.codeSpans) {
    inProse(text, { start: at, end: code.start }, found);
    at = code.end;
    if (!readsAsCommand(text.slice(code.start, Math.min(code.end, code.start + maxSpan)))) continue;
    const command = slice(text, code);
    // In a row of a table a pipe is written `\|`.
    const isInRow = /^[ \t]{0,3}\|/.test(text.slice(text.lastIndexOf("\n", code.start) + 1, code.start));
    const plain = isInRow ? command.text.replaceAll("\\|", " |") : command.text;
    const language = isPowershell.test(plain.slice(0, maxSpan)) ? "powershell" : "shell";
    found.push({ ...command, text: plain, language, setting: "inline" });
  }
  inProse(text, { start: at, end: span.end }, found);
}

/** What only PowerShell has: its names for downloads, and what runs them. */
const isPowershell =
  /^\s{0,8}(?:iwr|irm|iex|invoke-\w{1,20})\s[^\n]{0,300}\|\s{0,4}(?:iex|invoke-expression)\b|^\s{0,8}iex\s{0,4}\(/i;

/** Characters of a code span that are looked at to tell whether it is a command. */
const maxSpan = 400;

function inProse(text: string, { start, end }: Span, found: Commands[]): void {
  for (let at = start; at < end; ) {
    const newline = text.indexOf("\n", at);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    const line = text.slice(at, Math.min(lineEnd, at + maxLine));
    const command = isCommandValue.test(line.slice(0, 100)) ? undefined : findCommandInProse(line);
    if (command) {
      const span = { start: at + command.start, end: at + command.end };
      found.push({ ...slice(text, span), language: "shell", setting: "inline" });
    }
    at = lineEnd + 1;
  }
}

/** Values that are read as programs of their own. */
const isCommandValue = /^\s{0,40}(?:-\s)?["']?(?:command|cmd|run|exec|script|shell)["']?\s{0,4}:/;

/** Characters of a line of prose that are searched for commands. */
const maxLine = 4000;

import type { Span } from "../../text/span.ts";
import type { Language } from "../evidence.ts";
import { readsAsCommand } from "./reads-as-command.ts";

const byName: Readonly<Record<string, Language>> = {
  ...named(
    "shell",
    "bash sh shell zsh fish ksh console terminal shellsession sh-session shell-session bash-session commandline command cli",
  ),
  ...named("text", "text txt plaintext plain none output log prompt example"),
  ...named("python", "python py python3 py3 ipython pycon"),
  ...named("javascript", "javascript js jsx typescript ts tsx mjs cjs node nodejs"),
  ...named("powershell", "powershell ps1 ps pwsh posh"),
  ...named("batch", "batch bat cmd dos batchfile"),
  ...named("ruby", "ruby rb"),
  ...named("perl", "perl pl"),
  ...named("php", "php"),
  ...named("other", "go golang rust rs java kotlin csharp cs c# lua"),
};

function named(language: Language, names: string): Readonly<Record<string, Language>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, language]));
}

/** The language of a code block by the line that opens it; "text" if it names none, undefined for others. */
export function blockLanguage(text: string, { start }: Span): Language | undefined {
  const lineStart = text.lastIndexOf("\n", start - 2) + 1;
  const opening = text.slice(Math.max(lineStart, start - 200), start);
  const fence = /(?:`{3,20}|~{3,20})[ \t]{0,8}\{?\.?([\w+#-]{0,30})/.exec(opening);
  const name = fence?.[1]?.toLowerCase() ?? "";
  return name === "" ? "text" : byName[name];
}

const prompt =
  /^(?:\$|%|❯|➜|[\w.-]{1,40}@[\w.-]{1,60}(?::[^\s$#]{0,80})?[$#]|\([\w.-]{1,30}\)[ \t]\$|PS [^>\n]{0,80}>)[ \t]{1,4}(?=\S)/;

type Line = { readonly start: number; readonly text: string; readonly hasPrompt: boolean };

/** The lines of a block that are commands, without prompts and indentation; undefined if none are. */
export function commandLines(
  text: string,
  span: Span,
  isShell: boolean,
): { readonly text: string; readonly spanOf: (inner: Span) => Span } | undefined {
  const lines = linesOf(text, span);
  const hasPrompts = lines.some((line) => line.hasPrompt);
  const first = lines.find((line) => line.text.trim() !== "" && !line.text.startsWith("#"));
  const isWhole =
    !hasPrompts && (isShell || (first !== undefined && readsAsCommand(first.text.slice(0, 400))));
  const kept = isWhole
    ? lines
    : lines.filter((line, index) => isCommandLine(line, lines[index - 1], hasPrompts));
  if (kept.length === 0) return undefined;
  const starts: number[] = [];
  let length = 0;
  for (const line of kept) {
    starts.push(length);
    length += line.text.length + 1;
  }
  const offsetOf = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return (kept[low]?.start ?? span.start) + offset - (starts[low] ?? 0);
  };
  return {
    text: kept.map((line) => line.text).join("\n"),
    spanOf: ({ start, end }) => ({
      start: offsetOf(start),
      end: Math.min(offsetOf(Math.max(start, end - 1)) + 1, span.end),
    }),
  };
}

function isCommandLine(line: Line, before: Line | undefined, hasPrompts: boolean): boolean {
  if (before?.text.endsWith("\\") || before?.text.endsWith("|") || before?.text.endsWith("&&")) return true;
  return hasPrompts ? line.hasPrompt : readsAsCommand(line.text.slice(0, 400));
}

function linesOf(text: string, span: Span): readonly Line[] {
  const lines: Line[] = [];
  const indentation = /^[ \t>]{0,40}/.exec(text.slice(span.start, span.start + 40))?.[0].length ?? 0;
  for (let at = span.start; at < span.end; ) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 || newline > span.end ? span.end : newline;
    const next = end + 1;
    let start = at;
    while (start < end && start - at < indentation && /[ \t>]/.test(text[start] ?? "")) start++;
    const last = text[end - 1] === "\r" ? end - 1 : end;
    const mark = prompt.exec(text.slice(start, start + 200))?.[0].length ?? 0;
    lines.push({
      start: start + mark,
      text: text.slice(start + mark, Math.max(start + mark, last)),
      hasPrompt: mark > 0,
    });
    at = next;
  }
  return lines;
}

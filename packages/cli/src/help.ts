import type { Command, Flags } from "./command.ts";
import type { CommandEntry, CommandGroup } from "./commands.ts";
import type { Io } from "./io.ts";
import { commonFlags } from "./parse-invocation.ts";
import { hangText, wrapText } from "./terminal/text-width.ts";

/** The width of help: the terminal's, but readable on wide ones; 80 in a pipe. */
export function helpColumns({ screen, columns }: Io["terminal"]): number {
  return screen ? Math.min(columns, widest) : 80;
}

const widest = 100;

const groupTitles: Readonly<Record<CommandGroup, string>> = {
  author: "Author skills:",
  use: "Use skills:",
  share: "Share skills:",
  govern: "Govern skills:",
};

/** The output of `skillwright --help`. */
export function overview(commands: readonly CommandEntry[], columns: number): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const groups = Map.groupBy(commands, ({ group }) => group);
  return toText([
    ...wrapText("Author, check, test, run and govern Agent Skills (SKILL.md folders).", columns),
    "",
    "Usage: skillwright <command> [options]",
    "",
    ...[...groups].flatMap(([group, entries]) => [
      groupTitles[group],
      ...entries.flatMap(({ name, summary }) =>
        indent(hangText(name, summary, { width, columns: columns - 2 })),
      ),
      "",
    ]),
    "Options:",
    ...flagLines(
      { ...commonFlags, version: { type: "boolean", short: "v", help: "Show the version." } },
      columns,
    ),
    "",
    ...paragraphs(closing, columns),
  ]);
}

const closing = `Start with \`skillwright check PATH\`. \`skillwright <command> --help\` shows options and examples.
\`skillwright skill install\` is the same as \`skillwright add\`; any other command may follow \`skill\` too.
Exit codes: 0 success, 1 findings or failed tests, 2 wrong usage, 3 refused, 4 something on this machine is missing.`;

/** The output of `skillwright <command> --help`. */
export function commandHelp(
  { summary }: Pick<CommandEntry, "summary">,
  command: Command,
  columns: number,
): string {
  const { name, usage, flags, examples, notes } = command;
  return toText([
    ...wrapText(summary, columns),
    "",
    ...hangText("Usage:", `skillwright ${name} ${usage}`.trimEnd(), { width: 7, columns }),
    "",
    "Options:",
    ...flagLines({ ...flags, ...commonFlags }, columns),
    "",
    examples.length === 1 ? "Example:" : "Examples:",
    ...examples.flatMap((example) => indent(wrapExample(example, columns - 2))),
    ...(notes === undefined ? [] : ["", ...paragraphs(notes, columns)]),
  ]);
}

function toText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** Longer options have their help on the next line. */
const longestOption = 26;

function flagLines(flags: Flags, columns: number): readonly string[] {
  const rows = Object.entries(flags).map(([name, { short, value, help }]) => ({
    left: `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
    help,
  }));
  const width = Math.min(longestOption, Math.max(...rows.map(({ left }) => left.length))) + 2;
  return rows.flatMap(({ left, help }) => {
    const isLong = left.length + 2 > width;
    const lines = hangText(isLong ? "" : left, help, { width, columns: columns - 2 });
    return indent(isLong ? [left, ...lines] : lines);
  });
}

/** Rewraps text: a line that does not end a sentence continues on the next. Indented lines after a colon stay as they are. */
function paragraphs(text: string, columns: number): readonly string[] {
  const joined: string[] = [];
  for (const line of text.trim().split("\n")) {
    const last = joined.at(-1);
    const isVerbatim =
      line.startsWith("  ") && (last?.endsWith(":") === true || last?.startsWith("  ") === true);
    const isNew = last === undefined || last === "" || line === "" || isVerbatim || /[.:]$|^ {2}/.test(last);
    if (isNew) joined.push(isVerbatim ? line : line.trim());
    else joined.splice(-1, 1, `${last} ${line.trim()}`);
  }
  return joined.flatMap((line) => (line.startsWith("  ") ? [line] : wrapText(line, columns)));
}

/** Breaks a command between words, as a shell would accept it. */
function wrapExample(example: string, columns: number): readonly string[] {
  const words = example.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= columns)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(last === undefined ? word : `  ${word}`);
  }
  if (example.length <= columns) return [example];
  return lines.map((line, index) => (index === lines.length - 1 ? line : `${line} \\`));
}

import type { Command, Flags } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { commonFlags } from "./parse-invocation.ts";

/** What `skillwright --help` prints. */
export function overview(commands: readonly CommandEntry[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "Skillwright: author, check, test, run and govern Agent Skills (SKILL.md folders).",
    "",
    "Usage: skillwright <command> [options]",
    "",
    "Commands:",
    ...lines,
    "",
    "Start with `skillwright check PATH`. `skillwright <command> --help` shows options and examples.",
    "Exit codes: 0 ok, 1 findings, 2 wrong usage, 3 refused, 4 problem with this machine's setup.",
    "",
  ].join("\n");
}

/** What `skillwright <command> --help` prints. */
export function commandHelp(command: Command): string {
  const { name, summary, usage, flags, examples, notes } = command;
  return [
    summary,
    "",
    `Usage: skillwright ${name} ${usage}`,
    "",
    "Options:",
    ...flagLines({ ...flags, ...commonFlags }),
    "",
    examples.length === 1 ? "Example:" : "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
    ...(notes === undefined ? [] : [notes, ""]),
  ].join("\n");
}

function flagLines(flags: Flags): string[] {
  const rows = Object.entries(flags).map(([name, { short, value, help }]) => ({
    left: `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
    help,
  }));
  const width = Math.max(...rows.map((row) => row.left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`);
}

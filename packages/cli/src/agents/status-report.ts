import { formatError, SkillError } from "@skillwright/core";
import { compact, printable } from "@skillwright/core/text";
import type { Invocation } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import type { SettingsScope } from "./agent-settings.ts";
import type { SettingsState } from "./settings-file.ts";

export type StatusRow = {
  readonly agent: { readonly id: string; readonly name: string };
  readonly scope: SettingsScope;
  readonly path: string;
  readonly state: SettingsState | "unreadable";
  /** The command line or URL. */
  readonly command?: string;
  /** Whether an agent finds the program; absent for a URL. */
  readonly isThere?: boolean;
  /** What skills' lists do in a hook: restrict or advisory. */
  readonly mode?: string;
  /** Why it does not work and what to do, one sentence each. */
  readonly problems?: readonly string[];
};

/** Builds a row; unreadable settings become a separate state. */
export function statusRow(
  about: Pick<StatusRow, "agent" | "scope" | "path">,
  look: () => Omit<StatusRow, "agent" | "scope" | "path">,
): StatusRow {
  const { agent, scope, path } = about;
  const known = { agent: { id: agent.id, name: agent.name }, scope, path };
  try {
    return { ...known, ...look() };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { ...known, state: "unreadable", problems: [formatError(error)] };
  }
}

/** Prints the status, then what holds for all; exit code 1 if an installed entry does not work. */
// biome-ignore lint/complexity/useMaxParams: rows and common lines are one report.
export async function reportStatus(
  rows: readonly StatusRow[],
  invocation: Invocation,
  io: Io,
  common: readonly string[] = [],
): Promise<number> {
  const style = createStyle(io.terminal.color);
  const width = Math.max(...rows.map(({ agent }) => agent.name.length));
  await io.out(
    invocation.flag("json")
      ? toJson(rows)
      : [
          ...rows.map((row) => toText(row, width, style)),
          ...common.map((line) => `${printable(line)}\n`),
        ].join(""),
  );
  return rows.every(isSound) ? exitCode.ok : exitCode.findings;
}

function isSound({ state, problems = [] }: StatusRow): boolean {
  return state === "absent" || (state === "installed" && problems.length === 0);
}

export const stateWords: Readonly<Record<StatusRow["state"], string>> = {
  installed: "installed",
  absent: "not installed",
  different: "needs an update",
  off: "installed, but hooks are disabled",
  untrusted: "installed, but not trusted, so the agent skips it",
  unreadable: "cannot be read",
};

function toText(row: StatusRow, width: number, style: Style): string {
  const { agent, scope, state, path, command, mode, problems = [] } = row;
  const words = state === "absent" ? style.dim(stateWords.absent) : stateWords[state];
  const head = `${agent.name.padEnd(width)}  ${scope.padEnd("project".length)}  ${words}${mode === undefined || state !== "installed" ? "" : `, mode ${mode}`}`;
  const details = [
    ...(state === "absent" ? [] : [printable(path)]),
    ...(command === undefined ? [] : [printable(command)]),
    ...problems.map((problem) => style.red(printable(problem))),
  ];
  return [head, ...details.map((line) => `  ${line}`)].map((line) => `${line}\n`).join("");
}

function toJson(rows: readonly StatusRow[]): string {
  const settings = rows.map(({ agent, scope, path, state, command, isThere, mode, problems = [] }) => ({
    ...{ agent: agent.id, scope, path, state },
    ...{ command: command ?? null, program: programWord(isThere), problem: problems.join(" ") || null },
    ...compact({ mode }),
  }));
  return `${safeJson({ version: 1, settings }, 2)}\n`;
}

function programWord(isThere: boolean | undefined): "found" | "missing" | null {
  if (isThere === undefined) return null;
  return isThere ? "found" : "missing";
}

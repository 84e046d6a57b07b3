import { compact, printable } from "@skillwright/core/text";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";
import type { SettingsScope } from "./agent-settings.ts";
import type { SettingsChange, SettingsPlan } from "./settings-file.ts";

export type ChangeReport = {
  readonly agent: { readonly id: string; readonly name: string };
  readonly scope: SettingsScope;
  readonly path: string;
  readonly plan: SettingsPlan;
  /** What was done, such as "the hook is installed". */
  readonly done: string;
  /** The message when there was nothing to do. */
  readonly already: string;
  /** What the user should know or do next, one line each. */
  readonly notes: readonly string[];
  /** What happened to the user's policy; absent if this is not about policies. */
  readonly policy?: { readonly path: string; readonly effect: string };
};

/** Reports what was changed, or what would change. */
export async function reportChange(report: ChangeReport, invocation: Invocation, io: Io): Promise<void> {
  const isDry = invocation.flag("dry-run");
  await io.out(invocation.flag("json") ? toJson(report, isDry) : toText(report, isDry, io));
}

function toJson({ agent, scope, path, plan, notes, policy }: ChangeReport, dryRun: boolean): string {
  const changes = plan.map((change) => ({ effect: effectOf(change), diff: settingsDiff(change) }));
  const row = { version: 1, agent: agent.id, scope, path, dryRun, change: changes[0] ?? null, notes };
  return `${safeJson({ ...row, ...compact({ policy }) }, 2)}\n`;
}

function effectOf({ before, after }: SettingsPlan[number]): string {
  if (before === undefined) return "created";
  return after === undefined ? "deleted" : "changed";
}

const effectWords: Readonly<Record<string, string>> = {
  created: "created",
  deleted: "deleted, because nothing else was in it",
  changed: "nothing else changed",
};

function toText(report: ChangeReport, isDry: boolean, io: Io): string {
  const { agent, path, plan, done, already, notes } = report;
  const style = createStyle(io.terminal.color);
  const [change] = plan;
  if (change === undefined) return `${agent.name}: ${already} in ${printable(path)}. Nothing was changed.\n`;
  if (isDry) return `Would change ${style.bold(printable(path))}\n${settingsDiff(change).join("\n")}\n`;
  const where = `${style.bold(printable(path))} (${effectWords[effectOf(change)]})`;
  const lines = [
    `${style.green("✓")} ${agent.name}: ${done} in ${where}.`,
    ...notes.map((note) => `  ${note}`),
  ];
  return `${lines.join("\n")}\n`;
}

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

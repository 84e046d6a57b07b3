import { printable } from "@skillwright/core/text";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { createStyle } from "../terminal/style.ts";
import type { SettingsScope } from "./agent-settings.ts";
import { settingsDiff } from "./settings-diff.ts";
import type { SettingsPlan } from "./settings-plan.ts";

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
};

/** Reports what was changed, or what would change. */
export async function reportChange(report: ChangeReport, invocation: Invocation, io: Io): Promise<void> {
  const isDry = invocation.flag("dry-run");
  await io.out(invocation.flag("json") ? toJson(report, isDry) : toText(report, isDry, io));
}

function toJson({ agent, scope, path, plan, notes }: ChangeReport, dryRun: boolean): string {
  const changes = plan.map((change) => ({ effect: effectOf(change), diff: settingsDiff(change) }));
  const row = { version: 1, agent: agent.id, scope, path, dryRun, change: changes[0] ?? null, notes };
  return `${JSON.stringify(row, null, 2)}\n`;
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
  const style = createStyle(io.terminal.colour);
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

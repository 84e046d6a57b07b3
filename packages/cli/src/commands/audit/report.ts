import type { AuditRecord } from "@skillwright/core/audit";
import { isJsonObject } from "@skillwright/core/text";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { cliLimits } from "../../limits.ts";
import { fitText, safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { readCount } from "./filter.ts";
import { type AuditRequest, damageNote, readRecords } from "./log.ts";
import { gistOf } from "./row.ts";

/** `audit report`: the calls of the last days that skills' lists would have refused if they were enforced. */
export async function reportAudit(request: AuditRequest): Promise<number> {
  const { invocation, io } = request;
  const days = readCount(invocation, "days") ?? 7;
  const since = new Date(io.today() - days * dayMs).toISOString();
  const report = await gather(request, { days, since });
  await io.out(invocation.flag("json") ? `${safeJson(report, 2)}\n` : toText(report, io));
  await damageNote(report.damaged, io);
  return exitCode.ok;
}

const dayMs = 86_400_000;

/** Calls alike: of one skill, tool and, in a shell, program. */
type Group = {
  readonly skill: string;
  readonly tool: string;
  /** The program that is not on the list; null if the call is not a command. */
  readonly program: string | null;
  readonly rule: string;
  calls: number;
  readonly first: string;
  last: string;
  /** The command, path or address of the first of them. */
  readonly example: string;
};

type Report = {
  readonly version: 1;
  readonly days: number;
  readonly since: string;
  /** All calls in that time. */
  calls: number;
  /** Those that would have been refused. */
  wouldDeny: number;
  groups: readonly Group[];
  /** Calls in groups beyond those listed. */
  moreCalls: number;
  damaged: number;
};

async function gather(
  request: AuditRequest,
  { days, since }: Pick<Report, "days" | "since">,
): Promise<Report> {
  const report: Report = {
    version: 1,
    days,
    since,
    calls: 0,
    wouldDeny: 0,
    groups: [],
    moreCalls: 0,
    damaged: 0,
  };
  const groups = new Map<string, Group>();
  for await (const { record } of readRecords(request)) {
    if (record === undefined) report.damaged++;
    else if (Date.parse(record.time) >= Date.parse(since)) count(report, groups, record);
  }
  const byCalls = (a: Group, b: Group): number => b.calls - a.calls || a.skill.localeCompare(b.skill, "en");
  return { ...report, groups: [...groups.values()].sort(byCalls) };
}

function count(report: Report, groups: Map<string, Group>, record: AuditRecord): void {
  if (record.event !== "tool-call-allowed" && record.event !== "tool-call-denied") return;
  report.calls++;
  if (!isJsonObject(record.wouldDeny)) return;
  report.wouldDeny++;
  const { layer, rule, detail } = record.wouldDeny;
  // A name that several skills have is followed by their folders.
  const skill = String(layer)
    .replace(/^skill /, "")
    .replace(/ \([^()]*\)$/, "");
  const tool = String(record.tool);
  const isCommand = isJsonObject(record.input) && record.input.command !== undefined;
  const program = isCommand && typeof detail === "string" ? (detail.split(/\s/, 1)[0] ?? null) : null;
  const key = JSON.stringify([skill, tool, program]);
  const known = groups.get(key);
  if (known !== undefined) {
    known.calls++;
    known.last = record.time;
  } else if (groups.size >= cliLimits.auditReportGroups) report.moreCalls++;
  else {
    const example = gistOf(record.input).slice(0, cliLimits.auditExampleCharacters);
    const about = { skill, tool, program, rule: String(rule), example };
    groups.set(key, { ...about, calls: 1, first: record.time, last: record.time });
  }
}

function toText({ days, calls, wouldDeny, groups, moreCalls }: Report, io: Io): string {
  const time = days === 1 ? "In the last day" : `In the last ${days} days`;
  if (calls === 0) return `${time}, no calls were recorded.\n`;
  if (wouldDeny === 0)
    return `${time}, none of ${countOf(calls, "recorded call")} would have been refused.\n`;
  const style = createStyle(io.terminal.color);
  const fit = (text: string): string => fitText(text, io.terminal.columns - indent.length);
  const rows = groups.flatMap(({ skill, tool, program, calls: alike, first, last, example }) => {
    const what = program === null ? tool : `${tool} ${program}`;
    const span = first === last ? minute(first) : `${minute(first)} to ${minute(last)}`;
    return [
      style.bold(fit(`${skill}: ${what}`)),
      indent + fit(`${countOf(alike, "call")}, ${span}`),
      indent + fit(example),
      "",
    ];
  });
  const more = moreCalls === 0 ? [] : [`And ${countOf(moreCalls, "call")} of other kinds.`, ""];
  const lines = [
    `${time}, ${wouldDeny} of ${countOf(calls, "recorded call")} would have been refused:`,
    "",
    ...[...rows, ...more],
    "Add what a skill needs to its allowed-tools, then enforce the lists with",
    "`skillwright guard install --agent NAME --mode restrict`.",
  ];
  return lines.map((line) => `${line}\n`).join("");
}

const indent = "  ";

/** UTC, to the minute. */
function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

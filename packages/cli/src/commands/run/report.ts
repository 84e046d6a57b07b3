import { compact, formatNumber } from "@skillwright/core/text";
import { formatCost } from "@skillwright/evals";
import type { AgentResult, ModelFault } from "@skillwright/runtime/agent";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { fitText, oneLine, safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf, wrapText } from "../../terminal/text-width.ts";
import { seconds } from "./event-lines.ts";
import type { OpenedRun } from "./open-run.ts";
import type { RunTotals } from "./tally.ts";
import type { RunParts } from "./task.ts";

/** The result of a run. */
export type RunReport = RunTotals & {
  readonly status: Exclude<AgentResult["status"], "aborted"> | "timed-out" | "interrupted";
  readonly answer: string;
  readonly fault?: ModelFault;
  readonly session: string;
  /** `anthropic/claude-…` */
  readonly model: string;
  readonly steps: number;
  readonly durationMs: number;
  /** Calls refused because there was no terminal to ask on. */
  readonly unanswered: readonly string[];
  /** Path of the audit log, and its name in messages. */
  readonly audit: { readonly path: string; readonly name: string };
};

export function runExitCode({ status }: RunReport): number {
  if (status === "interrupted") return exitCode.interrupted;
  if (status === "failed") return exitCode.environment;
  return status === "finished" ? exitCode.ok : exitCode.findings;
}

/** Why the run did not finish; undefined if it did. */
export function explainEnd({ status, fault, steps, durationMs }: RunReport): string | undefined {
  switch (status) {
    case "finished":
      return undefined;
    case "failed":
      return fault?.message ?? "The model is unavailable.";
    case "out-of-steps":
      return `The agent did not finish within ${countOf(steps, "step")}. Allow more with --max-steps, or give it a smaller task.`;
    case "looping":
      return "The agent repeated the same calls and was stopped. Rephrase the task, or use another model.";
    case "timed-out":
      return `The agent did not finish within ${seconds(durationMs)} and was stopped. Allow more with --timeout.`;
    case "interrupted":
      return "Interrupted; nothing is running anymore.";
  }
}

/** A summary of the run, on as few lines as the terminal allows. */
export function summarize(report: RunReport, columns: number): readonly string[] {
  const { steps, tokens, cost, model, durationMs, skills, audit } = report;
  const cached = tokens.cachedInput === 0 ? "" : ` (${formatNumber(tokens.cachedInput)} cached)`;
  const names = skills.map(({ name }) => oneLine(name)).join(", ");
  const parts = [
    countOf(steps, "step"),
    `${formatNumber(tokens.input)} tokens in${cached}, ${formatNumber(tokens.output)} out`,
    cost === undefined ? "cost unknown" : formatCost(cost),
    model,
    seconds(durationMs),
    ...(names === "" ? [] : [`skills: ${names}`]),
    `log: ${audit.name}`,
  ];
  // Non-breaking spaces keep each part on one line.
  const held = parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
  return wrapText(held.replaceAll(" · ", "\u00a0· "), columns).map((line) =>
    line.replaceAll("\u00a0", " ").replace(/ ·$/, ""),
  );
}

/** Lists the calls that could not be approved for lack of a terminal. */
export function explainUnanswered({ unanswered }: RunReport, columns: number): readonly string[] {
  if (unanswered.length === 0) return [];
  const shown = unanswered.slice(0, shownCalls);
  const left = unanswered.length - shown.length;
  return [
    `Refused because there was no terminal to ask on (${countOf(unanswered.length, "call")}):`,
    ...shown.map((call) => `  ${fitText(call, columns - 2)}`),
    ...(left === 0 ? [] : [`  and ${left} more`]),
    ...wrapText(
      "Run in a terminal, allow such calls in a policy (--policy), or approve everything with --yes.",
      columns,
    ),
  ];
}

const shownCalls = 10;

export function toRunJson(report: RunReport): string {
  const { status, answer, fault, session, model, steps, tokens, cost, durationMs } = report;
  const { calls, skills, refused, unanswered, audit } = report;
  const row = {
    version: 1,
    status,
    answer,
    ...compact({ fault: fault && { kind: fault.kind, message: fault.message } }),
    model,
    steps,
    calls,
    tokens,
    costUsd: cost ?? null,
    durationMs: Math.round(durationMs),
    skills,
    refused,
    unanswered,
    session,
    audit: audit.path,
  };
  return `${safeJson(row, 2)}\n`;
}

type RunEnd = {
  readonly result: AgentResult;
  readonly durationMs: number;
  readonly run: OpenedRun;
};

/** Prints the answer unless it was streamed, then a summary; returns the exit code. */
export async function finishRun(end: RunEnd, parts: RunParts): Promise<number> {
  const { io, view, request } = parts;
  const report = toReport(end, parts);
  if (report.status === "interrupted" && interruptedExitCode(io) === exitCode.unread) return exitCode.unread;
  if (report.status !== "finished") view.sayRest();
  if (request.json) await io.out(toRunJson(report));
  else if (report.status === "finished" && !view.streams) await io.out(`${report.answer.trimEnd()}\n`);
  const style = createStyle(io.terminal.color);
  const columns = Math.min(io.terminal.columns, widest);
  const why = explain(report, parts);
  if (why !== undefined) view.block(wrapText(why, columns).map(style.red).join("\n"));
  const unanswered = explainUnanswered(report, columns);
  if (unanswered.length > 0) view.block(unanswered.map(style.yellow).join("\n"));
  if (!request.quiet) view.block(summarize(report, columns).map(style.dim).join("\n"));
  await view.written();
  return runExitCode(report);
}

function explain(report: RunReport, { model }: RunParts): string | undefined {
  const why = explainEnd(report);
  const advice = report.fault === undefined ? "" : model.advise(report.fault.kind);
  return why === undefined || advice === "" ? why : `${why} ${advice}`;
}

/** Longer lines are hard to read. */
const widest = 100;

function toReport({ result, durationMs, run }: RunEnd, parts: RunParts): RunReport {
  const { io, model, tally, approver } = parts;
  return {
    ...tally.totals(),
    status: result.status === "aborted" ? whoStopped(io) : result.status,
    answer: result.text,
    ...compact({ fault: result.fault }),
    session: run.session.id,
    model: model.label,
    steps: result.steps,
    durationMs,
    unanswered: approver.unanswered(),
    audit: run.audit,
  };
}

/** An aborted run was interrupted by the user or timed out. */
function whoStopped({ signal }: Io): RunReport["status"] {
  return signal().aborted ? "interrupted" : "timed-out";
}

import { formatNumber } from "@skillwright/core/text";
import { formatCost } from "@skillwright/evals";
import type { AgentResult, ModelFault } from "@skillwright/runtime/agent";
import { exitCode } from "../../exit-code.ts";
import { countOf } from "../../terminal/count-of.ts";
import { fitText, oneLine } from "../../terminal/fit-text.ts";
import { wrapText } from "../../terminal/text-width.ts";
import { seconds } from "./agent-line.ts";
import type { RunTotals } from "./tally.ts";

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
    ...(fault === undefined ? {} : { fault: { kind: fault.kind, message: fault.message } }),
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
  return `${JSON.stringify(row, null, 2)}\n`;
}

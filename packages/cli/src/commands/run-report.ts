import { formatNumber } from "@skillwright/core/text";
import { formatCost } from "@skillwright/evals";
import type { AgentResult, ModelFault } from "@skillwright/runtime/agent";
import { exitCode } from "../exit-code.ts";
import { seconds } from "../terminal/agent-line.ts";
import { countOf } from "../terminal/count-of.ts";
import { fitText, oneLine } from "../terminal/fit-text.ts";
import { wrapText } from "../terminal/text-width.ts";
import type { RunTotals } from "./run-tally.ts";

/** How a run went. */
export type RunReport = RunTotals & {
  readonly status: Exclude<AgentResult["status"], "aborted"> | "timed-out" | "interrupted";
  readonly answer: string;
  readonly fault?: ModelFault;
  readonly session: string;
  /** `anthropic/claude-…` */
  readonly model: string;
  readonly steps: number;
  readonly durationMs: number;
  /** Calls that were refused because nobody was there to be asked. */
  readonly unanswered: readonly string[];
  /** Path of the audit log, and how to call it. */
  readonly audit: { readonly path: string; readonly name: string };
};

export function runExitCode({ status }: RunReport): number {
  if (status === "interrupted") return exitCode.interrupted;
  if (status === "failed") return exitCode.environment;
  return status === "finished" ? exitCode.ok : exitCode.findings;
}

/** Why there is no whole answer; undefined when there is one. */
export function explainEnd({ status, fault, steps, durationMs }: RunReport): string | undefined {
  switch (status) {
    case "finished":
      return undefined;
    case "failed":
      return fault?.message ?? "The model could not be used.";
    case "out-of-steps":
      return `The agent was not done after ${countOf(steps, "step")}. Allow more with --max-steps, or give it a smaller task.`;
    case "looping":
      return "The agent made the same calls over and over, so it was stopped. Say the task in other words, or use another model.";
    case "timed-out":
      return `The agent was not done after ${seconds(durationMs)}, so it was stopped. Allow more with --timeout.`;
    case "interrupted":
      return "Interrupted; nothing is running any more.";
  }
}

/** What the run came to, on as few lines as the terminal allows. */
export function summarize(report: RunReport, columns: number): readonly string[] {
  const { steps, tokens, cost, model, durationMs, skills, audit } = report;
  const cached = tokens.cachedInput === 0 ? "" : ` (${formatNumber(tokens.cachedInput)} cached)`;
  const names = skills.map(({ name }) => oneLine(name)).join(", ");
  const parts = [
    countOf(steps, "step"),
    `${formatNumber(tokens.input)} tokens in${cached}, ${formatNumber(tokens.output)} out`,
    cost === undefined ? "cost not known" : formatCost(cost),
    model,
    seconds(durationMs),
    ...(names === "" ? [] : [`skills: ${names}`]),
    `log: ${audit.name}`,
  ];
  // Broken only between the parts, whose own blanks are no places to break.
  const held = parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
  return wrapText(held.replaceAll(" · ", "\u00a0· "), columns).map((line) =>
    line.replaceAll("\u00a0", " ").replace(/ ·$/, ""),
  );
}

/** What could not be done because nobody was there to say yes. */
export function explainUnanswered({ unanswered }: RunReport, columns: number): readonly string[] {
  if (unanswered.length === 0) return [];
  const shown = unanswered.slice(0, shownCalls);
  const left = unanswered.length - shown.length;
  return [
    `Refused, as nobody was there to be asked (${countOf(unanswered.length, "call")}):`,
    ...shown.map((call) => `  ${fitText(call, columns - 2)}`),
    ...(left === 0 ? [] : [`  and ${left} more`]),
    ...wrapText(
      "Answer at a terminal, allow such calls in a policy (--policy), or approve everything with --yes.",
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

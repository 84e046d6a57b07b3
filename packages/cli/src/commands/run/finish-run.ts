import type { AgentResult } from "@skillwright/runtime/agent";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { endedCode } from "../../session/ended-code.ts";
import { createStyle } from "../../terminal/style.ts";
import { wrapText } from "../../terminal/text-width.ts";
import type { OpenedRun } from "./open-run.ts";
import {
  explainEnd,
  explainUnanswered,
  type RunReport,
  runExitCode,
  summarize,
  toRunJson,
} from "./report.ts";
import type { RunParts } from "./task.ts";

export type RunEnd = {
  readonly result: AgentResult;
  readonly durationMs: number;
  readonly run: OpenedRun;
};

/** Prints the answer unless it was streamed, then a summary; returns the exit code. */
export async function finishRun(end: RunEnd, parts: RunParts): Promise<number> {
  const { io, view, request } = parts;
  const report = toReport(end, parts);
  if (report.status === "interrupted" && endedCode(io) === exitCode.unread) return exitCode.unread;
  if (report.status !== "finished") view.sayRest();
  if (request.json) await io.out(toRunJson(report));
  else if (report.status === "finished" && !view.streams) await io.out(`${report.answer.trimEnd()}\n`);
  const style = createStyle(io.terminal.colour);
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
    ...(result.fault === undefined ? {} : { fault: result.fault }),
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

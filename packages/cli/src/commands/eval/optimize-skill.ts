import { limits, SkillError } from "@skillwright/core";
import { type OptimizationOutcome, replaceDescription } from "@skillwright/evals";
import { createPathNames } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { readInteger } from "../../input/read-numbers.ts";
import type { Io } from "../../io.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { oneLine, safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { wrapText } from "../../terminal/text-width.ts";
import { formatUsage, toUsageJson } from "./eval-models.ts";
import { createEvalWatch } from "./eval-progress.ts";
import { type Evaluation, withEvaluation } from "./open-evaluation.ts";
import { confirmPlan, planSkillEvals, triggerRequest } from "./plan-skill-evals.ts";
import { writeReport } from "./report-evals.ts";

export type OptimizationReport = {
  readonly outcome: OptimizationOutcome;
  readonly isWritten: boolean;
  readonly page: string | undefined;
};

/** Formats the scores of the descriptions and the best one. */
export function formatOptimization(
  { outcome, isWritten, page }: OptimizationReport,
  { io, place, models }: Evaluation,
): string {
  const style = createStyle(io.terminal.color);
  const columns = Math.min(io.terminal.columns, 100);
  const { history, best, original } = outcome;
  const rows = history.map(({ iteration, description, train, validation }) => {
    const mark = description === best ? style.green("✓") : " ";
    return `  ${mark} ${String(iteration).padStart(2)}   train ${score(train)}   validation ${score(validation)}`;
  });
  const verdict =
    best === original
      ? `${whyNone(outcome)} The current description stays.`
      : `The best description${isWritten ? ", now in SKILL.md" : ""}:`;
  const hint =
    best === original || isWritten || ["aborted", "failing"].includes(outcome.exit.reason)
      ? []
      : ["", style.dim("Run again with --write to put it into SKILL.md, at no further cost.")];
  return `${[
    style.bold(`Descriptions of ${oneLine(place.skill.name)}`),
    ...rows,
    "",
    ...wrapText(verdict, columns),
    ...(best === original ? [] : wrapText(oneLine(best), columns - 2).map((line) => `  ${line}`)),
    ...hint,
    "",
    style.dim(formatUsage(outcome.usage, models)),
    ...(page === undefined ? [] : [style.dim(`Report: ${oneLine(page)}`)]),
  ].join("\n")}\n`;
}

function whyNone({ exit, history }: OptimizationOutcome): string {
  switch (exit.reason) {
    case "no-description":
      return "The model offered no usable description.";
    case "failing":
      return "The model failed, so there is nothing to compare.";
    case "aborted":
      return "Stopped before a better one was found.";
    default:
      return history.length === 1 && exit.reason === "all-passed"
        ? "All training queries already behave as expected."
        : "No description did better on the held-back queries.";
  }
}

function score(results: readonly { readonly pass: boolean }[]): string {
  return `${results.filter(({ pass }) => pass).length}/${results.length}`;
}

export function toOptimizationJson(
  { outcome, isWritten }: OptimizationReport,
  { place, models }: Evaluation,
): string {
  const { exit, original, best, history, usage } = outcome;
  const count = (results: readonly { readonly pass: boolean }[]): object => ({
    passed: results.filter(({ pass }) => pass).length,
    total: results.length,
  });
  const row = {
    version: 1,
    skill: place.skill.name,
    model: models.agent.label,
    ended: exit.reason,
    original,
    best,
    written: isWritten,
    iterations: history.map(({ iteration, description, train, validation }) => ({
      iteration,
      description,
      train: count(train),
      validation: count(validation),
    })),
    spent: toUsageJson(usage, models),
  };
  return `${safeJson(row, 2)}\n`;
}

/** `eval optimize SKILL`: searches for a better description; returns the exit code. */
export async function optimizeSkill(invocation: Invocation, io: Io): Promise<number> {
  const iterations = readInteger(invocation, "iterations", { least: 1, most: 20 }) ?? 5;
  return withEvaluation(invocation, io, async (opened) => {
    const evaluation = { ...opened, options: { ...opened.options, kinds: ["triggers"] as const } };
    const planned = await planSkillEvals(evaluation);
    if ("exitCode" in planned) return planned.exitCode;
    const { triggers } = planned;
    if (triggers === undefined) return exitCode.findings;
    const { estimateOptimization } = await import("@skillwright/evals");
    const whole = { ...triggers, estimate: estimateOptimization(triggers, { iterations }) };
    const answer = await confirmPlan(
      { outputs: undefined, triggers: whole, descriptions: iterations },
      evaluation,
    );
    if (answer !== "begin") return answer;
    const outcome = await run(evaluation, iterations);
    const ended = interruptedExitCode(io);
    if (ended === exitCode.unread) return ended;
    return finish(outcome, evaluation);
  });
}

async function run(evaluation: Evaluation, iterations: number): Promise<OptimizationOutcome> {
  const { io, options, opened } = evaluation;
  const { judge } = evaluation.models;
  const { optimizeDescription } = await import("@skillwright/evals");
  const watch = createEvalWatch(io, { quiet: options.quiet, spent: () => undefined });
  const request = { ...(await triggerRequest(evaluation)), iterations, holdout: 0.4, seed: options.seed };
  const work = optimizeDescription(request, {
    ...opened.host,
    signal: io.signal(),
    jobs: options.jobs,
    onProgress: watch.triggers,
    ...(judge === undefined ? {} : { improver: { model: judge.model, label: judge.label } }),
  });
  return watch.during(work, { total: 0, kept: 0 });
}

async function finish(outcome: OptimizationOutcome, evaluation: Evaluation): Promise<number> {
  const { io, options, place, invocation } = evaluation;
  const file = `${place.workspace}/report.html`;
  const page = await writeReport({ fs: place.fs, folder: place.workspace, file });
  const isBetter = outcome.best !== outcome.original;
  // An interrupted search may still find a better one.
  const isDone = !["failing", "aborted"].includes(outcome.exit.reason);
  const isWritten = isBetter && isDone && invocation.flag("write");
  if (isWritten) writeBest(outcome.best, evaluation);
  const names = createPathNames(new Map(), io);
  const report = { outcome, isWritten, page: page && names.short(page) };
  await io.out(
    options.json ? toOptimizationJson(report, evaluation) : formatOptimization(report, evaluation),
  );
  for (const { message } of outcome.faults.slice(0, 1))
    await io.err(`skillwright eval: ${oneLine(message)}\n`);
  const failed = outcome.exit.reason === "failing" ? exitCode.environment : exitCode.ok;
  return interruptedExitCode(io) ?? failed;
}

/** Changes only the description; a file that was edited in the meantime is left alone. */
function writeBest(description: string, { skill, place: { fs } }: Evaluation): void {
  const { file, parsed } = skill;
  const { bytes } = fs.read(file, limits.skillFileBytes);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  if (text !== parsed.text) throw new SkillError("settings-changed", { path: file });
  fs.write(file, new TextEncoder().encode(replaceDescription(text, description)));
}

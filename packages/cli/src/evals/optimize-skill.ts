import { limits, SkillError } from "@skillwright/core";
import type { OptimizationOutcome } from "@skillwright/evals";
import { replaceDescription } from "@skillwright/evals";
import { createPathNames } from "../catalog/open-catalog.ts";
import type { Invocation } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { readWhole } from "../input/read-numbers.ts";
import type { Io } from "../io.ts";
import { endedCode } from "../session/user-session.ts";
import { oneLine } from "../terminal/safe-text.ts";
import { confirmPlan } from "./confirm-plan.ts";
import { createEvalWatch } from "./eval-progress.ts";
import { formatOptimization, toOptimizationJson } from "./format-optimization.ts";
import { type Evaluation, withEvaluation } from "./open-evaluation.ts";
import { planSkillEvals, triggerRequest } from "./plan-skill-evals.ts";
import { writeReport } from "./write-report.ts";

/** `eval optimize SKILL`: searches for a better description; returns the exit code. */
export async function optimizeSkill(invocation: Invocation, io: Io): Promise<number> {
  const iterations = readWhole(invocation, "iterations", { least: 1, most: 20 }) ?? 5;
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
    const ended = endedCode(io);
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
  return endedCode(io) ?? failed;
}

/** Changes only the description; a file that was edited in the meantime is left alone. */
function writeBest(description: string, { skill, place: { fs } }: Evaluation): void {
  const { file, parsed } = skill;
  const { bytes } = fs.read(file, limits.skillFileBytes);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  if (text !== parsed.text) throw new SkillError("settings-changed", { path: file });
  fs.write(file, new TextEncoder().encode(replaceDescription(text, description)));
}

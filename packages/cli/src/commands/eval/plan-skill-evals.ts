import { SkillError } from "@skillwright/core";
import { hasSkillFile } from "@skillwright/core/discover";
import { compact, printable } from "@skillwright/core/text";
import { type EvalRequest, evalsLimits, type TestFileProblem } from "@skillwright/evals";
import { createPathNames } from "../../catalog/open-catalog.ts";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { cliLimits } from "../../limits.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { formatPlan, type PlannedEvals, toPlanJson, totalsOf } from "./eval-plan-text.ts";
import { type Evaluation, resolveBaseline } from "./open-evaluation.ts";

/** Reads the skill's evals and plans them; the exit code when their files have errors. */
export async function planSkillEvals(
  evaluation: Evaluation,
): Promise<PlannedEvals | { readonly exitCode: number }> {
  const { kinds } = evaluation.options;
  const outputs = kinds.includes("outputs") ? await planOutputs(evaluation) : undefined;
  const triggers = kinds.includes("triggers") ? await planTries(evaluation) : undefined;
  const problems = [
    ...(outputs?.problems ?? []),
    ...(triggers?.status === "faulty" ? triggers.problems : []),
  ];
  if (problems.length > 0) return { exitCode: await tellProblems(problems, evaluation) };
  const planned = {
    outputs: outputs && outputs.tasks.length > 0 ? outputs : undefined,
    triggers: triggers?.status === "ready" ? triggers : undefined,
  };
  if (planned.outputs ?? planned.triggers) return planned;
  return { exitCode: await tellNothing(evaluation) };
}

async function planOutputs({
  io,
  options,
  models,
  place,
  opened,
}: Evaluation): Promise<PlannedEvals["outputs"]> {
  if (!hasOutputEvals(place)) return undefined;
  const { runs, dialect, blind, fresh, seed, timeoutSeconds, maxSteps } = options;
  return plan({
    ...place,
    runs,
    dialect,
    blind,
    fresh,
    seed,
    baseline: await resolveBaseline(place, options.baseline, io),
    only: options.only.map((id) => (/^(?:0|[1-9]\d{0,8})$/.test(id) ? Number(id) : id)),
    modelLabel: models.agent.label,
    surroundings: opened.surroundings,
    ...(models.judge === undefined ? {} : { judgeLabel: models.judge.label }),
    ...compact({ timeoutSeconds, maxSteps }),
  });
}

async function plan(request: EvalRequest): Promise<PlannedEvals["outputs"]> {
  const { planEvals } = await import("@skillwright/evals");
  try {
    return await planEvals(request);
  } catch (error) {
    // The flag has a different name than the option.
    if (error instanceof SkillError && error.code === "option-invalid" && error.details.name === "only")
      throw new UsageError(`--eval: ${error.details.reason}.`);
    throw error;
  }
}

function hasOutputEvals({ fs, skill: { directory } }: Evaluation["place"]): boolean {
  if (fs.stat(`${directory}/evals/evals.json`)) return true;
  const cases = `${directory}/evals/cases`;
  return fs.stat(cases)?.kind === "directory" && fs.list(cases).some(({ name }) => /\.ya?ml$/.test(name));
}

async function planTries(
  evaluation: Evaluation,
): Promise<ReturnType<typeof import("@skillwright/evals").planTriggers>> {
  const { planTriggers } = await import("@skillwright/evals");
  return planTriggers(await triggerRequest(evaluation));
}

export async function triggerRequest({
  io,
  options,
  models,
  place,
  skill: { parsed },
}: Evaluation): Promise<Parameters<typeof import("@skillwright/evals").planTriggers>[0]> {
  const { findNeighbors } = await import("@skillwright/evals");
  const { runs, threshold, fresh, dialect, neighbors } = options;
  const { fs, skill, workspace } = place;
  const named = (words: readonly string[]): readonly string[] =>
    words.flatMap((word) => {
      const folder = absolutePath(word, io.cwd, io.place.home);
      if (fs.stat(folder)?.kind !== "directory")
        throw new UsageError(`--neighbors must be a folder of skills; ${printable(word)} is not a folder.`);
      const inside = fs.list(folder).map(({ name }) => `${folder}/${name}`);
      const skills = [folder, ...inside].filter((one) => hasSkillFile(fs, one));
      if (skills.length === 0)
        throw new UsageError(`--neighbors must be a folder of skills; no skill found in ${printable(word)}.`);
      return skills.filter((one) => fs.realPath(one) !== skill.directory);
    });
  return {
    fs,
    skill: { ...skill, description: parsed.manifest.description ?? "" },
    neighbors: neighbors === "beside" ? findNeighbors(fs, skill.directory) : named(neighbors),
    runs,
    threshold,
    rule: "above",
    maxSteps: cliLimits.triggerSteps,
    timeoutSeconds: options.timeoutSeconds ?? evalsLimits.evalSeconds,
    modelLabel: models.agent.label,
    workspace,
    fresh,
    dialect,
  };
}

async function tellProblems(
  problems: readonly TestFileProblem[],
  { io, place }: Evaluation,
): Promise<number> {
  const names = createPathNames(new Map(), io);
  const folder = names.short(place.skill.directory);
  const lines = problems.map(
    ({ file, range: { start }, message }) =>
      `${printable(`${folder}/${file}`)}:${start.line}:${start.column}: ${oneLine(message)}\n`,
  );
  await io.err(lines.join(""));
  return exitCode.findings;
}

async function tellNothing({ io, place, options }: Evaluation): Promise<number> {
  const files = { outputs: "evals/evals.json or evals/cases/NAME.yaml", triggers: "evals/eval_queries.json" };
  const wanted = options.kinds.map((kind) => files[kind]).join(", or ");
  await io.err(
    `skillwright eval: ${oneLine(place.skill.name)} has no evals: nothing found in ${wanted}. See docs/guides/evals.md for how to write them.\n`,
  );
  return exitCode.findings;
}

/** Shows the plan and asks for confirmation if it costs something; the exit code when it must not start. */
export async function confirmPlan(planned: PlannedEvals, evaluation: Evaluation): Promise<"begin" | number> {
  const { io, options, models, place } = evaluation;
  const names = createPathNames(new Map(), io);
  const folder = names.short(planned.outputs?.iterationFolder ?? `${place.workspace}/triggers`);
  const style = createStyle(io.terminal.color);
  const text = `${style.bold(`Evals of ${oneLine(place.skill.name)}`)}\n${formatPlan(planned, models, { columns: io.terminal.columns, place: folder })}`;
  if (options.planOnly) {
    await io.out(options.json ? toPlanJson(planned, evaluation) : text);
    return exitCode.ok;
  }
  const { calls, judgeCalls } = totalsOf(planned, models);
  const isAsked = !options.yes && !models.isFree && calls + judgeCalls > 0;
  // Always show the plan before asking.
  if (!options.quiet || isAsked) await io.err(text);
  if (!isAsked) return "begin";
  const answer = await io.ask("Start? [y/N] ", io.signal());
  if (answer !== undefined) return /^y(?:es)?$/i.test(answer.trim()) ? "begin" : exitCode.refused;
  const ended = interruptedExitCode(io);
  if (ended !== undefined) return ended;
  await io.err(
    "skillwright eval: this costs money, and there is no terminal to confirm on. Pass --yes to start.\n",
  );
  return exitCode.refused;
}

import type { LoadedSkill } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { answerSourceOf, type LiveModel } from "@skillwright/evals";

import type { Sandbox } from "@skillwright/runtime/sandbox";
import { catalogFlags } from "../../catalog/open-catalog.ts";
import type { Command, Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { loadSuiteFormatter } from "../../reporters/suites/load-suite-formatter.ts";
import type { SuiteFormatter } from "../../reporters/suites/suite-report.ts";
import { openChosenSandbox } from "../../session/open-sandbox.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { findTestedSkills } from "./find-tested-skills.ts";
import { type PlannedSuites, planSuites } from "./plan-suites.ts";
import { runSuites } from "./run-suites.ts";
import { openLiveModel, readSuiteOptions, type SuiteOptions, suiteFlags } from "./suite-options.ts";

import { watchSkills } from "./watch-skills.ts";

/** Runs the tests of skills (UAAPS cases and skillscraft scenarios) in a sandbox. */
export const testCommand: Command = {
  name: "test",
  usage: "[SKILL...] [options]",
  flags: { ...suiteFlags, ...catalogFlags },
  notes: `SKILL is a skill's folder, its SKILL.md, a folder of skills, or a name; by default, all skills below the
current folder. A case is a file tests/cases/STEM.yaml of a skill: a command and its expected result.
Each case runs in a fresh copy of its skill, without network access.
A scenario, in tests/scenarios.yaml or tests/scenarios/NAME.yaml, is a task for an agent with the skill and
its expected result. The model is a script in the file, a recording in tests/recordings, or the one of
--model; without any of these the scenario is skipped. API keys work as for \`skillwright run\`.
Exit code: 0 when all passed, 1 when a case failed or none was found, 2 for wrong usage, 3 without a
sandbox, 4 when the environment lacks something, 130 after Ctrl-C.`,
  examples: [
    "skillwright test",
    "skillwright test ./skills/csv-check --case 02-dirty",
    "skillwright test ./skills/deploy --record --model sonnet",
    "skillwright test skills/ --format junit --shard 2/4 > report.xml",
  ],
  run: test,
};

async function test(invocation: Invocation, io: Io): Promise<number> {
  const options = readSuiteOptions(invocation);
  const format = await loadSuiteFormatter(options.format);
  const skills = await findTestedSkills(invocation, io);
  if (skills === undefined) return exitCode.refused;
  const sandbox = lazy(() => openChosenSandbox(options.sandbox, io));
  const live = lazy(() => openLiveModel(options, invocation, io));
  const round = (chosen: readonly LoadedSkill[]): Promise<number> =>
    testOnce(chosen, { options, format, sandbox, live }, io);
  return options.watch ? watchSkills(skills, round, io) : round(skills);
}

type Round = {
  readonly options: SuiteOptions;
  readonly format: SuiteFormatter;
  readonly sandbox: () => Promise<Sandbox>;
  readonly live: () => Promise<LiveModel | undefined>;
};

async function testOnce(skills: readonly LoadedSkill[], round: Round, io: Io): Promise<number> {
  const { options, format } = round;
  const fs = createNodeFileSystem();
  const planned = planSuites(skills, options, fs);
  const { isRunnable, asksModel } = needsOf(planned, options);
  const live = asksModel ? await round.live() : undefined;
  const sandbox = isRunnable ? await round.sandbox() : undefined;
  const report = await runSuites({ planned, options, fs, sandbox, live }, io);
  const ended = interruptedExitCode(io);
  if (ended === exitCode.unread) return ended;
  await io.out(format(report, { ...io.terminal, coverage: options.coverage }));
  if (planned.cases === 0) return reportNothing(planned, options, io);
  return ended ?? (report.failed > 0 ? exitCode.findings : exitCode.ok);
}

/** What the planned cases need. */
function needsOf(
  { suites }: PlannedSuites,
  { model }: SuiteOptions,
): { readonly isRunnable: boolean; readonly asksModel: boolean } {
  const sources = suites
    .flatMap(({ scenarios }) => scenarios)
    .flatMap((one) => (one.ready ? [answerSourceOf(one, { hasModel: model !== undefined })] : []));
  const hasCases = suites.some(({ plan }) => plan.cases.some(({ ready }) => ready));
  return {
    isRunnable: hasCases || sources.some((source) => source !== undefined),
    asksModel: sources.includes("model"),
  };
}

/** Testing nothing is a failure, so that a pipeline does not turn green by accident. */
async function reportNothing(
  planned: PlannedSuites,
  { passWithNoTests }: SuiteOptions,
  io: Io,
): Promise<number> {
  const [one = "", ...more] = planned.untested;
  const who = more.length === 0 ? `${printable(one)} has no tests` : "No skill has tests";
  await io.err(`skillwright test: ${who}. A test is a file tests/cases/NAME.yaml in a skill's folder.\n`);
  return passWithNoTests ? exitCode.ok : exitCode.findings;
}

/** Opens on first use and shares the result. */
function lazy<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

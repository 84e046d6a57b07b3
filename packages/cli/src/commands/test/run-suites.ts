import type { FileSystem } from "@skillwright/core/discover";
import { compact, createLineIndex } from "@skillwright/core/text";
import {
  type CaseName,
  type CaseResult,
  type CaseStep,
  type LiveModel,
  type PlannedCase,
  type PlannedScenario,
  runSteps,
  toTestStep,
} from "@skillwright/evals";

import type { Sandbox } from "@skillwright/runtime/sandbox";
import { createPathNames } from "../../catalog/open-catalog.ts";
import type { Io } from "../../io.ts";
import type { CaseRow, SuiteReport } from "../../reporters/suites/suite-report.ts";
import { drawWhile } from "../../terminal/progress.ts";
import { fitText } from "../../terminal/safe-text.ts";
import type { PlannedSuites, Suite } from "./plan-suites.ts";
import type { SuiteOptions } from "./suite-options.ts";

export type SuiteRun = {
  readonly planned: PlannedSuites;
  readonly options: SuiteOptions;
  readonly fs: FileSystem;
  /** Undefined when no case can run. */
  readonly sandbox: Sandbox | undefined;
  /** Undefined when no model was requested or needed. */
  readonly live: LiveModel | undefined;
};

/** Runs the selected cases, with a progress line on a terminal. */
export async function runSuites(run: SuiteRun, io: Io): Promise<SuiteReport> {
  const { suites, untested } = run.planned;
  const { retries, jobs, bail } = run.options;
  const started = io.now();
  const enough = new AbortController();
  const watch = createWatch(suites);
  const running = runSteps(await toSteps(run, io), {
    retries,
    ...compact({ jobs }),
    signal: AbortSignal.any([io.signal(), enough.signal]),
    onStart: watch.start,
    onResult: (result) => {
      watch.end();
      if (bail && result.status === "failed") enough.abort();
    },
  });
  const { cases, passed, failed, skipped } = await drawWhile(
    running,
    () => fitText(watch.describe(), io.terminal.columns - 1),
    io,
  );
  return {
    suites: toResults(suites, cases, io),
    untested,
    passed,
    failed,
    skipped,
    durationMs: Math.round(io.now() - started),
  };
}

async function toSteps(
  { planned, options, fs, sandbox, live }: SuiteRun,
  io: Io,
): Promise<readonly CaseStep[]> {
  const host: Parameters<typeof toTestStep>[1] = {
    fs,
    environment: io.environment,
    snapshots: options.update ? "update" : "compare",
    ...compact({ sandbox, live }),
  };
  const steps: CaseStep[] = [];
  for (const { plan, scenarios } of planned.suites) {
    steps.push(...plan.cases.map((one) => toTestStep(one, host)));
    if (scenarios.length === 0) continue;
    // Loading the agent takes longer than running most cases.
    const { toScenarioStep } = await import("@skillwright/evals");
    steps.push(...scenarios.map((one) => toScenarioStep(one, host)));
  }
  return steps;
}

type Watch = {
  start(name: CaseName): void;
  end(): void;
  /** `Running cases: 3 of 12 done, now csv-check 02-dirty`. */
  describe(): string;
};

function createWatch(suites: readonly Suite[]): Watch {
  const total = suites.reduce((sum, { plan, scenarios }) => sum + plan.cases.length + scenarios.length, 0);
  let done = 0;
  let latest = "";
  return {
    start: ({ skill, case: stem }) => {
      latest = `, now ${skill} ${stem}`;
    },
    end: () => {
      done++;
    },
    describe: () => `Running cases: ${done} of ${total} done${latest}`,
  };
}

/** Results are in the order of the plans. */
function toResults(suites: readonly Suite[], cases: readonly CaseResult[], io: Io): SuiteReport["suites"] {
  const names = createPathNames(new Map(), io);
  const results = cases.values();
  return suites.map((suite) => ({
    skill: suite.plan.skill.name,
    path: names.short(suite.skill.directory),
    cases: [...suite.plan.cases, ...suite.scenarios].flatMap((planned) => {
      const result = results.next().value;
      return result ? [toRow(result, planned, suite)] : [];
    }),
    untouched: suite.untouched,
  }));
}

function toRow(result: CaseResult, planned: PlannedCase | PlannedScenario, { skill }: Suite): CaseRow {
  const { file } = planned;
  if ("line" in planned) return { ...result, file, line: planned.line };
  if (result.status !== "failed") return { ...result, file, line: 1 };
  const text = skill.files.read(file) ?? "";
  const at = text.search(/^["']?name["']?\s*:/m);
  return { ...result, file, line: createLineIndex(text).positionAt(Math.max(0, at)).line };
}

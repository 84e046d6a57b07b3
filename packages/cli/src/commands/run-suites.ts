import { createLineIndex, type FileSystem } from "@skillwright/core";
import { type CaseResult, type PlannedCase, runTests, type Sandbox } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import type { CaseRow, SuiteReport } from "../reporters/suites/suite-report.ts";
import { drawWhile } from "../terminal/draw-while.ts";
import { fitText } from "../terminal/fit-text.ts";
import { createPathNames } from "./path-names.ts";
import type { PlannedSuites, Suite } from "./plan-suites.ts";
import type { SuiteOptions } from "./suite-options.ts";

export type SuiteRun = {
  readonly planned: PlannedSuites;
  readonly options: SuiteOptions;
  readonly fs: FileSystem;
  /** Absent when no case can be run anyway. */
  readonly sandbox: Sandbox | undefined;
};

/** Runs the chosen cases, with a line that moves where somebody watches. */
export async function runSuites({ planned, options, fs, sandbox }: SuiteRun, io: Io): Promise<SuiteReport> {
  const { suites, untested } = planned;
  const { update, retries, jobs, bail } = options;
  const started = io.now();
  const enough = new AbortController();
  const watch = createWatch(suites);
  const running = runTests(
    suites.map(({ plan }) => plan),
    {
      host: { fs, environment: io.environment, ...(sandbox ? { sandbox } : {}) },
      retries,
      ...(jobs === undefined ? {} : { jobs }),
      snapshots: update ? "update" : "compare",
      signal: AbortSignal.any([io.signal(), enough.signal]),
      onStart: watch.start,
      onResult: (result) => {
        watch.end();
        if (bail && result.status === "failed") enough.abort();
      },
    },
  );
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

type Watch = {
  start(one: PlannedCase): void;
  end(): void;
  /** `Running cases: 3 of 12 done, now csv-check 02-dirty`. */
  describe(): string;
};

function createWatch(suites: readonly Suite[]): Watch {
  const total = suites.reduce((sum, { plan }) => sum + plan.cases.length, 0);
  let done = 0;
  let latest = "";
  return {
    start: ({ skill, stem }) => {
      latest = `, now ${skill.name} ${stem}`;
    },
    end: () => {
      done++;
    },
    describe: () => `Running cases: ${done} of ${total} done${latest}`,
  };
}

/** The results come in the order of the plans. */
function toResults(suites: readonly Suite[], cases: readonly CaseResult[], io: Io): SuiteReport["suites"] {
  const names = createPathNames(new Map(), io);
  const results = cases.values();
  return suites.map((suite) => ({
    skill: suite.plan.skill.name,
    path: names.short(suite.skill.directory),
    cases: suite.plan.cases.flatMap((planned) => {
      const result = results.next().value;
      return result ? [toRow(result, planned, suite)] : [];
    }),
    untouched: suite.untouched,
  }));
}

function toRow(result: CaseResult, { file }: PlannedCase, { skill }: Suite): CaseRow {
  if (result.status !== "failed") return { ...result, file, line: 1 };
  const text = skill.files.read(file) ?? "";
  const at = text.search(/^["']?name["']?\s*:/m);
  return { ...result, file, line: createLineIndex(text).positionAt(Math.max(0, at)).line };
}

import { access, mkdir, writeFile } from "node:fs/promises";
import type { EvalDialect } from "../formats/evals-json.ts";
import { type Grading, toGradingText } from "../formats/grading.ts";
import { toJsonText } from "../formats/read-eval-file.ts";
import {
  type ExecutionMetrics,
  readTiming,
  type Timing,
  toMetricsText,
  toTimingText,
} from "../formats/run-measurements.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import { formatTranscript } from "../trials/format-transcript.ts";
import type { Trial } from "../trials/trial.ts";
import { sumTokens } from "./estimate-evals.ts";
import type { EvalRun } from "./eval-plan.ts";
import type { EvalSession } from "./eval-session.ts";
import { type RunRecord, runRecordFile, trialFile } from "./run-files.ts";
import { readText } from "./saved-results.ts";

type RunToWrite = {
  readonly folder: string;
  readonly trial: Trial;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly run: EvalRun;
};

/** Writes the record of a run next to its outputs. */
export async function writeRun(
  { folder, trial, started, run }: RunToWrite,
  { plan }: Pick<EvalSession, "plan">,
): Promise<RunRecord> {
  const { modelLabel, dialect } = plan.request;
  const outputs = `${folder}/${workspaceFiles.outputs}`;
  await mkdir(outputs, { recursive: true });
  // Other tools show only the outputs, and often the answer is the only one.
  await writeUnlessThere(`${outputs}/answer.md`, `${trial.answer}\n`);
  if (isSkillCreator(dialect))
    await writeUnlessThere(`${outputs}/metrics.json`, toMetricsText(measure(trial)));
  await writeFile(`${folder}/transcript.md`, formatTranscript(trial));
  await writeFile(`${folder}/${workspaceFiles.timing}`, toTimingText(timingOf(trial, started)));
  await writeFile(`${folder}/${trialFile}`, `${JSON.stringify(trial)}\n`);
  const { usage, steps } = trial;
  const record: RunRecord = { version: 1, key: run.key, model: modelLabel, steps, usage, judgeUsage: [] };
  await writeFile(`${folder}/${runRecordFile}`, toRecordText(record));
  return record;
}

/** A fixed key order makes equal records equal texts. */
export function toRecordText({ version, key, gradingKey, ...rest }: RunRecord): string {
  return toJsonText({ version, key, gradingKey, ...rest });
}

function isSkillCreator(dialect: EvalDialect): boolean {
  return dialect === "skill-creator";
}

/** Does not overwrite a file the agent created. */
async function writeUnlessThere(path: string, text: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(path, text);
}

function timingOf({ usage, durationMs }: Trial, started: number): Timing {
  const { input, output } = sumTokens(usage);
  const seconds = durationMs / 1000;
  return {
    tokens: input + output,
    seconds,
    executor: { start: toTime(started), end: toTime(started + durationMs), seconds },
  };
}

/** ISO 8601. */
export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Counts what a run did, including calls of sub-agents. */
export function measure(trial: Trial): ExecutionMetrics {
  const { events, files, answer, steps } = trial;
  const calls = events.flatMap((event) => (event.type === "called" ? [event.tool] : []));
  const tools = [...new Set(calls)].toSorted();
  return {
    toolCalls: Object.fromEntries(tools.map((tool) => [tool, calls.filter((one) => one === tool).length])),
    totalToolCalls: calls.length,
    totalSteps: steps,
    filesCreated: files.created,
    errors: events.filter((event) => event.type === "answered" && !event.ok).length,
    outputCharacters: files.texts.reduce((sum, { text }) => sum + text.length, answer.length),
    transcriptCharacters: formatTranscript(trial).length,
  };
}

type GradingToWrite = {
  readonly planned: EvalRun;
  readonly record: RunRecord;
  readonly grading: Grading;
  /** How long the judge took; absent for reused grades. */
  readonly stretch?: { readonly started: number; readonly seconds: number };
};

/** Writes the grades of a run into its folder. The record comes last, because it marks them as complete. */
export function writeGrading(
  { planned, record, grading, stretch }: GradingToWrite,
  { host: { fs }, plan }: Pick<EvalSession, "host" | "plan">,
): void {
  const { folder, gradingKey } = planned;
  const write = (name: string, text: string): void =>
    fs.write(`${folder}/${name}`, new TextEncoder().encode(text), { replacesLink: true });
  write(workspaceFiles.grading, toGradingText(grading, plan.request.dialect));
  if (stretch) {
    const timing = readTiming(
      readText(fs, `${folder}/${workspaceFiles.timing}`) ?? "",
      workspaceFiles.timing,
    );
    const { started, seconds } = stretch;
    const grader = { start: toTime(started), end: toTime(started + seconds * 1000), seconds };
    if (timing.ok) write(workspaceFiles.timing, toTimingText({ ...timing.value, grader }));
  }
  write(runRecordFile, toRecordText({ ...record, gradingKey }));
}

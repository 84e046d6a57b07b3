import { type Grading, toGradingText } from "../formats/grading.ts";
import { readTiming, toTimingText } from "../formats/run-measurements.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import type { EvalRun } from "./eval-plan.ts";
import { readText } from "./find-kept.ts";
import { type RunRecord, runRecordFile } from "./run-record.ts";
import type { EvalSession } from "./running.ts";
import { toRecordText, toTime } from "./write-run.ts";

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

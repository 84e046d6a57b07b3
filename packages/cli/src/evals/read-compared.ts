import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { TestFileProblem } from "@skillwright/evals";
import {
  type Benchmark,
  evalsLimits,
  readBenchmark,
  readEvalReport,
  toReportBenchmark,
} from "@skillwright/evals";
import { absolutePath } from "../input/absolute-path.ts";
import { readTextFile } from "../input/read-files.ts";
import type { Io } from "../io.ts";
import { readResults } from "./read-results.ts";

/** Reads a benchmark from a benchmark.json, a UAAPS report, or the folder of an iteration or a workspace. */
export async function readComparedBenchmark(word: string, fs: FileSystem, io: Io): Promise<Benchmark> {
  const path = absolutePath(word, io.cwd, io.place.home);
  const found = fs.stat(path);
  if (found === undefined) throw new SkillError("file-missing", { path: word });
  if (found.kind === "directory") return (await readResults(word, fs, io)).benchmark;
  const text = readTextFile(path, evalsLimits.evalResultCharacters);
  // A report has cases; a benchmark has a summary of its runs.
  if (/"cases"\s*:/.test(text) && !/"run_summary"\s*:/.test(text)) {
    const report = readEvalReport(text, word);
    if (report.ok) return toReportBenchmark(report.value);
    throw refuse(word, report.problems);
  }
  const benchmark = readBenchmark(text, word);
  if (benchmark.ok) return benchmark.value;
  throw refuse(word, benchmark.problems);
}

function refuse(path: string, [first]: readonly TestFileProblem[]): SkillError {
  const at =
    first === undefined ? "" : `at ${first.range.start.line}:${first.range.start.column}: ${first.message}`;
  return new SkillError("config-invalid", { path, reason: `not an eval result; ${at}` });
}

import { compact, isJsonObject, parseJson } from "@skillwright/core/text";
import { type Comparison, readComparisonFile } from "../formats/comparison.ts";
import type { EvalId } from "../formats/evals-json.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { reportLimits } from "./limits.ts";
import type { OpenFolder } from "./open-folder.ts";
import { createPageRoom, cutText, type PageRoom, readOutputs } from "./read-outputs.ts";
import { evalPathOf, type MeasuredRun } from "./read-run-results.ts";
import type { ReportComparison, ReportConfiguration, ReportEval, ReportRun } from "./report-data.ts";

/** Groups runs by eval, sorted by id; then by configuration and number. */
export function toReportEvals(
  folder: OpenFolder,
  measured: readonly MeasuredRun[],
  configurations: readonly ReportConfiguration[],
): readonly ReportEval[] {
  const room = createPageRoom();
  const place = ({ result }: MeasuredRun): number =>
    configurations.findIndex(({ name }) => name === result.configuration);
  const groups = Map.groupBy(measured, ({ result }) => result.evalId);
  return [...groups.values()]
    .map((group) =>
      group.toSorted((one, other) => place(one) - place(other) || one.result.run - other.result.run),
    )
    .toSorted((one, other) => byNumbers.compare(idOf(one), idOf(other)))
    .flatMap((group) => toReportEval(folder, group, room) ?? []);
}

const byNumbers: Intl.Collator = new Intl.Collator("en", { numeric: true });

function idOf([first]: readonly MeasuredRun[]): string {
  return String(first?.result.evalId ?? "");
}

function toReportEval(
  folder: OpenFolder,
  group: readonly MeasuredRun[],
  room: PageRoom,
): ReportEval | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { evalId, evalName } = first.result;
  const metadata = group.find((one) => one.metadata !== undefined)?.metadata;
  const found = group.find((one) => one.found !== undefined)?.found;
  const evalFolder = found?.evalFolder;
  const graded = group.flatMap(({ result }) => result.grades.map(({ text }) => text));
  const assertions = [...new Set([...(metadata?.assertions ?? []), ...graded])];
  return {
    id: evalId,
    name: metadata?.evalName ?? evalName ?? toName(evalFolder ?? `eval-${evalId}`),
    about: evalFolder ?? `eval-${evalId}`,
    ...(metadata === undefined || metadata.prompt === "" ? {} : { prompt: metadata.prompt }),
    assertions: assertions.slice(0, reportLimits.reportStatements),
    assertionsLeftOut: Math.max(0, assertions.length - reportLimits.reportStatements),
    runs: group.map((one) => readReportRun(folder, one, room)),
    comparisons: found === undefined ? [] : readComparisons(folder, evalPathOf(found)),
  };
}

/** `Fill a form` for `eval-fill-a-form`. */
function toName(evalFolder: string): string {
  const words = evalFolder.replace(/^eval-/, "").replaceAll("-", " ");
  return /^\d+$/.test(words) ? `Eval ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Combines a run with its outputs. */
function readReportRun(folder: OpenFolder, measured: MeasuredRun, room: PageRoom): ReportRun {
  const { result, found, grading } = measured;
  const { suggestions = [], overall } = grading?.evalFeedback ?? {};
  const judged = {
    result,
    claims: grading?.claims ?? [],
    suggestions: [...suggestions.map(toSentence), ...(overall === undefined ? [] : [overall])],
  };
  if (found === undefined)
    return { ...judged, about: aboutOf(result.evalId, result), outputs: [], outputsLeftOut: 0 };
  const left = readLeft(folder, found.folder, room);
  const { cost } = measured.reported ?? {};
  return {
    ...judged,
    // skill-creator's page identifies a run by its folder, with hyphens for slashes.
    about: found.folder.replaceAll("/", "-"),
    ...left,
    ...compact({ cost }),
  };
}

/** The feedback id of a run without a folder. */
function aboutOf(id: EvalId, run: { readonly configuration: string; readonly run: number }): string {
  return `eval-${id}-${run.configuration}-run-${run.run}`;
}

function toSentence({ assertion, reason }: { readonly assertion?: string; readonly reason: string }): string {
  return assertion === undefined ? reason : `“${assertion}”: ${reason}`;
}

function readLeft(
  folder: OpenFolder,
  place: string,
  room: PageRoom,
): Pick<ReportRun, "outputs" | "outputsLeftOut" | "transcript"> {
  const below = `${place}/${workspaceFiles.outputs}/`;
  const inside = folder.startingWith(below);
  // The transcript has its own place, and the metrics are already known.
  const aside = [`${below}transcript.md`, `${below}${workspaceFiles.metrics}`];
  const outputs = inside.filter((path) => !aside.includes(path));
  const transcript = [`${place}/transcript.md`, `${below}transcript.md`].find((path) =>
    folder.files.has(path),
  );
  const text =
    transcript === undefined ? undefined : folder.readText(transcript, evalsLimits.evalResultCharacters);
  const shown = outputs.slice(0, reportLimits.reportOutputs);
  return {
    outputs: readOutputs(folder, { paths: shown, below }, room),
    outputsLeftOut: outputs.length - shown.length,
    ...(text === undefined
      ? {}
      : { transcript: cutText(text, reportLimits.reportTranscriptCharacters, room) }),
  };
}

/** Reads the blind comparisons of an eval: `comparison-N.json` in its folder. */
function readComparisons(folder: OpenFolder, evalPath: string): readonly ReportComparison[] {
  return folder.startingWith(`${evalPath}/comparison`).flatMap((path) => {
    const [, inside, run] = /^(.*)\/comparison(?:-(\d{1,9}))?\.json$/.exec(path) ?? [];
    if (inside !== evalPath) return [];
    const comparison = folder.readJson(path, readComparisonFile);
    if (comparison === undefined) return [];
    const sides = readSides(folder.readText(path, evalsLimits.evalResultCharacters) ?? "");
    return [toReported(comparison, { run: Number(run ?? 1), sides })];
  });
}

type Sides = { readonly A: string; readonly B: string };

function toReported(
  { winner, reasoning, rubric, quality }: Comparison,
  { run, sides }: { readonly run: number; readonly sides: Sides },
): ReportComparison {
  const scoreOf = (side: "A" | "B"): number | undefined =>
    rubric?.[side].overallScore ?? quality?.[side].score;
  const scores = (["A", "B"] as const).flatMap((side) => {
    const score = scoreOf(side);
    return score === undefined ? [] : [{ configuration: sides[side], score }];
  });
  return { run, reasoning, scores, ...(winner === "TIE" ? {} : { winner: sides[winner] }) };
}

/** The configurations behind A and B, which other tools do not record. */
function readSides(source: string): Sides {
  const value = parseJson(source);
  const told = isJsonObject(value) && isJsonObject(value.configurations) ? value.configurations : {};
  return {
    A: typeof told.A === "string" ? told.A : "A",
    B: typeof told.B === "string" ? told.B : "B",
  };
}

import type { EvalId } from "../formats/evals-json.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { reportLimits } from "./limits.ts";
import type { OpenFolder } from "./open-folder.ts";
import { cutText, type PageRoom, readOutputs } from "./read-outputs.ts";
import type { MeasuredRun } from "./read-run-results.ts";
import type { ReportRun } from "./report-data.ts";

/** Combines a run with its outputs. */
export function readReportRun(folder: OpenFolder, measured: MeasuredRun, room: PageRoom): ReportRun {
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
    ...(cost === undefined ? {} : { cost }),
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

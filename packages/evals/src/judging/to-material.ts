import { limits } from "@skillwright/core";
import { isScriptTool, isSkillTool } from "@skillwright/core/policy";
import { agentLimits } from "@skillwright/runtime/agent";
import { evalsLimits } from "../limits.ts";
import { formatTranscript } from "../trials/format-transcript.ts";
import { showsSkill } from "../trials/skills-folder.ts";
import { pairCalls, type Trial, type TrialEvent, type TrialFiles } from "../trials/trial.ts";
import { cutMiddle, toLine, toVisibleText } from "./fence.ts";
import { judgingLimits } from "./limits.ts";

export type MaterialOptions = {
  /** `outputs` leaves out the transcript, which would tell a blind judge whether the agent had a skill. */
  readonly parts?: "everything" | "outputs";
};

/** What a judge sees of a trial: how it ended, the answer, the files and the transcript. */
export function toMaterial(trial: Trial, { parts = "everything" }: MaterialOptions = {}): string {
  const { answer, files } = trial;
  const outputs = [
    `${headings.ending}\n${toEnding(trial)}`,
    toSection(headings.answer, answer, judgingLimits.judgedAnswerCharacters),
    toSection(headings.files, listFiles(files), judgingLimits.judgedFileNameCharacters),
    ...toGaps(files),
    ...toTextSections(files),
  ];
  return [...outputs, ...(parts === "outputs" ? [] : [toTranscriptSection(trial)])].join("\n");
}

const endings: Readonly<Record<Trial["status"], string>> = {
  finished: "The agent ended its work itself.",
  "out-of-steps": "The agent was stopped: it used all the steps that it had.",
  looping: "The agent was stopped: it made the same calls again and again.",
  failed: "The agent could not go on: its model failed.",
  "timed-out": "The agent was stopped: its time was up.",
  stopped: "The agent was stopped once the thing to be seen had happened.",
  aborted: "The agent was stopped from outside.",
};

function toEnding({ status, fault, answer, steps }: Trial): string {
  const why = fault === undefined ? "" : ` ${withoutHeadings(toLine(fault, agentLimits.faultCharacters))}`;
  return `${endings[status]}${why}${answer.trim() === "" ? " It gave no answer." : ""} Steps: ${steps}.`;
}

function toSection(heading: string, text: string, most: number): string {
  const visible = toVisibleText(text);
  const unseen = text.replace(/\r\n/g, "\n").length - visible.length;
  const { head, tail, omitted } = cutMiddle(visible, most);
  return [
    heading,
    withoutHeadings(head),
    ...(omitted === 0 ? [] : [headings.cut(`${omitted} characters`), withoutHeadings(tail)]),
    ...(unseen === 0 ? [] : [headings.unseen(unseen)]),
  ].join("\n");
}

function listFiles({ created, modified, deleted, unchanged }: TrialFiles): string {
  const list = (kind: string, paths: readonly string[]): readonly string[] =>
    paths.map((path) => `${kind}: ${toLine(path, limits.filePathLength)}`);
  const lines = [
    ...list("created", created),
    ...list("modified", modified),
    ...list("deleted", deleted),
    ...list("unchanged", unchanged),
  ];
  return lines.length === 0 ? notes.noFiles : lines.join("\n");
}

/** Files whose contents the judge does not see: not text, or too long. */
function toGaps({ created, modified, texts }: TrialFiles): readonly string[] {
  const shown = new Set(texts.slice(0, evalsLimits.trialTexts).map(({ path }) => path));
  const hidden = [...created, ...modified].filter((path) => !shown.has(path));
  if (hidden.length === 0) return [];
  const names = hidden.map((path) => toLine(path, limits.filePathLength)).join(", ");
  return [headings.cut(`contents of ${toLine(names, judgingLimits.questionLineCharacters)}`)];
}

function toTextSections({ texts }: TrialFiles): readonly string[] {
  let left: number = evalsLimits.trialTextCharacters;
  return texts.slice(0, evalsLimits.trialTexts).map(({ path, text, isCut }) => {
    const most = Math.min(left, text.length);
    left -= most;
    const section = toSection(headings.textOf(toLine(path, limits.filePathLength)), text, most);
    return isCut ? `${section}\n${headings.cut("more of this file")}` : section;
  });
}

function toTranscriptSection(trial: Trial): string {
  const text = formatTranscript({ ...trial, events: withoutSkill(trial.events) });
  const section = toSection(headings.transcript, text, text.length);
  // Marks gaps of the shortened transcript. An agent that fakes such a gap only makes it harder to prove its
  // own work.
  return section.replace(/^ *… (\d+(?: characters)?) left out …$/gm, (_, omitted: string) =>
    headings.cut(omitted),
  );
}

/**
 * A skill's text is not the agent's work and must not be quoted as such, however the agent came to read it.
 */
function withoutSkill(events: readonly TrialEvent[]): readonly TrialEvent[] {
  const pairs = [...pairCalls(events)];
  const shown = new Set<TrialEvent>(
    pairs.flatMap(([{ tool, input }, answer]) => (showsSkill(tool, input) ? [answer] : [])),
  );
  return events.map((event) => {
    if (event.type !== "answered" || !event.ok) return event;
    const isTold = isSkillTool(event.tool) && !isScriptTool(event.tool);
    return isTold || shown.has(event) ? { ...event, output: notes.skillText } : event;
  });
}

/**
 * The lines that divide the material into parts. `withoutHeadings` makes sure that untrusted text contains
 * none.
 */
const headings = {
  ending: "[material: how it ended]",
  answer: "[material: answer]",
  files: "[material: files]",
  textOf: (path: string) => `[material: text of ${path}]`,
  transcript: "[material: transcript]",
  cut: (omitted: string) => `[material: ${omitted} left out here]`,
  unseen: (count: number) => `[material: ${count} invisible characters left out above]`,
} as const;

/** Placeholders for missing content. */
export const notes = {
  noFiles: "(There are no files.)",
  skillText: "(words of the skill, left out)",
} as const;

export type MaterialPart = (typeof materialParts)[number];
export const materialParts = ["answer", "files", "transcript", "everything"] as const;

/** The part that a heading starts, or a gap in the current part. Undefined for any other line. */
export function readHeading(line: string): MaterialPart | "gap" | undefined {
  if (!/^\[material: .*\]$/.test(line)) return undefined;
  if (line === headings.answer) return "answer";
  if (line === headings.transcript) return "transcript";
  if (line === headings.files || line.startsWith("[material: text of ")) return "files";
  return line.endsWith(" left out here]") ? "gap" : "everything";
}

/** Untrusted text without lines that look like headings. */
function withoutHeadings(text: string): string {
  return text.replace(/^(?=[^\p{L}\p{N}\n]{0,64}[[\uff3b\u3010]\s{0,8}material\s{0,8}[:\uff1a])/gimu, "> ");
}

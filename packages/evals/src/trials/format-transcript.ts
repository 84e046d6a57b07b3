import { isJsonObject, printable } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "./limits.ts";
import { type AnsweredEvent, pairCalls, type Trial, type TrialEvent } from "./trial.ts";

/**
 * Formats everything that was said and done, for people and judges. Lines that start a piece say who acted,
 * and all content is indented, so that no tool result can pass as the agent's words. Calls that failed are
 * marked. The middle of long texts is left out.
 */
export function formatTranscript({ events, status, fault }: Trial): string {
  const last = `The trial ended: ${status}${fault === undefined ? "" : `, ${oneLine(fault)}`}.`;
  const answers = pairCalls(events);
  const pieces = events.map((event) =>
    formatEvent(event, event.type === "called" ? answers.get(event) : undefined),
  );
  return [...shorten(pieces), last].join(separator);
}

/** Whether a line of a transcript starts a call that failed or was refused. */
export function startsFailedCall(line: string): boolean {
  return /^(?:Agent|Sub-agent of .*) calls .*, which (?:was refused|failed):$/.test(line);
}

function formatEvent(event: TrialEvent, answer: AnsweredEvent | undefined): string {
  const who = event.agent === undefined ? "Agent" : `Sub-agent of ${oneLine(event.agent)}`;
  switch (event.type) {
    case "said":
      return withBody(`${who} says:`, event.text);
    case "called":
      return withBody(
        `${who} calls ${oneLine(event.tool)}${answer?.ok === false ? `, which ${outcomeOf(answer)}` : ""}:`,
        describeInput(event.input),
      );
    case "answered":
      return withBody(`${oneLine(event.tool)} ${outcomeOf(event)}:`, event.output);
  }
}

function outcomeOf({ ok, denied }: { readonly ok: boolean; readonly denied?: true }): string {
  if (denied) return "was refused";
  return ok ? "answers" : "failed";
}

function describeInput(input: unknown): string {
  if (typeof input === "string") return input;
  if (!isJsonObject(input)) return JSON.stringify(input) ?? "";
  return Object.entries(input)
    .map(([key, value]) => `${oneLine(key)}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

function withBody(head: string, body: string): string {
  const lines = cutMiddle(body).replaceAll("\r\n", "\n").split("\n");
  const text = lines.map((line) => line.split("\t").map(printable).join("\t")).join("\n");
  // Escaping made the text longer.
  const shown = cutMiddle(text).split("\n");
  return [head, ...shown.map((line) => `  ${line}`.trimEnd())].join("\n");
}

function oneLine(text: string): string {
  return printable(text.slice(0, evalsLimits.evidenceCharacters));
}

function cutMiddle(text: string): string {
  const most = trialsLimits.transcriptEventCharacters;
  // Leave room for the note in the middle, so that the text is not cut twice.
  const half = (most - 100) / 2;
  if (text.length <= most) return text;
  const left = text.length - 2 * half;
  // A cut may split a surrogate pair.
  return `${text.slice(0, half)}\n… ${left} characters left out …\n${text.slice(-half)}`.toWellFormed();
}

/** Keeps as many of the first and the last pieces as fit. */
function shorten(pieces: readonly string[]): readonly string[] {
  const most = trialsLimits.transcriptCharacters;
  if (countFitting(pieces, most) === pieces.length) return pieces;
  const start = countFitting(pieces, most / 2);
  const end = countFitting(pieces.slice(start).toReversed(), most / 2);
  const left = pieces.length - start - end;
  return [...pieces.slice(0, start), `… ${left} left out …`, ...pieces.slice(pieces.length - end)];
}

function countFitting(pieces: readonly string[], room: number): number {
  let length = 0;
  const over = pieces.findIndex((piece) => {
    length += piece.length + separator.length;
    return length > room;
  });
  return over === -1 ? pieces.length : over;
}

const separator = "\n\n";

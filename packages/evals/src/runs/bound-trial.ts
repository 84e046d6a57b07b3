import { evalsLimits } from "../limits.ts";
import type { Trial, TrialEvent } from "../trials/trial.ts";
import { runsLimits } from "./limits.ts";

/**
 * Bounds a trial for saving and grading, so that it can be read back. Cuts long texts in the middle and marks the
 * cut.
 */
export function boundTrial(trial: Trial): Trial {
  const { created, modified, deleted, unchanged, texts } = trial.files;
  return {
    ...trial,
    answer: cutMiddle(trial.answer),
    events: keepEvents(trial.events.map(cutEvent)),
    files: {
      created: keepPaths(created),
      modified: keepPaths(modified),
      deleted: keepPaths(deleted),
      unchanged: keepPaths(unchanged),
      texts,
    },
  };
}

function cutEvent(event: TrialEvent): TrialEvent {
  switch (event.type) {
    case "said":
      return { ...event, text: cutMiddle(event.text) };
    case "called":
      // Already cut when it was recorded.
      return event;
    case "answered":
      return { ...event, output: cutMiddle(event.output) };
  }
}

function cutMiddle(text: string): string {
  const most = evalsLimits.trialEventCharacters;
  if (text.length <= most) return text;
  const half = most / 2;
  // Drop split surrogate pairs.
  return `${text.slice(0, half)}\n… ${text.length - most} characters left out …\n${text.slice(-half)}`.toWellFormed();
}

/** Keeps the first and last events that fit. */
function keepEvents(events: readonly TrialEvent[]): readonly TrialEvent[] {
  const most = runsLimits.trialEventsBytes;
  if (countFitting(events, most) === events.length) return events;
  const start = countFitting(events, most / 2);
  const end = countFitting(events.slice(start).toReversed(), most / 2);
  const output = `… ${events.length - start - end} events left out …`;
  const mark: TrialEvent = { type: "answered", call: "", tool: "skillwright", ok: true, output };
  return [...events.slice(0, start), mark, ...events.slice(events.length - end)];
}

function keepPaths(paths: readonly string[]): readonly string[] {
  return paths.slice(0, countFitting(paths, runsLimits.trialPathsBytes));
}

function countFitting(items: readonly unknown[], room: number): number {
  let bytes = 0;
  const over = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > room;
  });
  return over === -1 ? items.length : over;
}

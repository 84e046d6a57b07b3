import type { HubEvent } from "@skillwright/core/registry";
import { detailOf, fieldsOf, kindWords, textOf } from "./event-words.ts";

/** What happened in a session: a call and its outcome are one step. */
export type Step = {
  readonly kind: "activation" | "call" | "refusal" | "other";
  readonly title: string;
  readonly detail: string;
  readonly outcome: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly durationMs: number | undefined;
  /** Happens while a skill is active. */
  readonly isInside: boolean;
  readonly event: HubEvent;
};

/** The steps of a session from its entries, the oldest first. */
export function stepsOf(events: readonly HubEvent[]): readonly Step[] {
  const finished = new Map<string, HubEvent>();
  for (const event of events) if (event.kind === "tool-call-finished") finished.set(callOf(event), event);
  const started = new Set(events.filter(({ kind }) => kind === "tool-call-allowed").map(callOf));
  let isInside = false;
  return events.flatMap((event): readonly Step[] => {
    // The outcome of a call stands beside its start, and an activation follows its announcement at once.
    if (event.kind === "tool-call-finished" && started.has(callOf(event))) return [];
    if (event.kind === "skill-activating") return [];
    if (event.kind === "skill-deactivated") isInside = false;
    const step = toStep(event, { end: finished.get(callOf(event)), isInside });
    if (event.kind === "skill-activated") isInside = true;
    return [step];
  });
}

function callOf(event: HubEvent): string {
  return textOf(fieldsOf(event).call);
}

type Around = { readonly end: HubEvent | undefined; readonly isInside: boolean };

function toStep(event: HubEvent, { end, isInside }: Around): Step {
  const fields = fieldsOf(event);
  const isCall = event.kind === "tool-call-allowed" || event.kind === "tool-call-finished";
  const outcome = isCall && end !== undefined ? end : event;
  const { durationMs, error } = fieldsOf(outcome);
  const detail = event.line === null ? "Erased" : detailOf(fields);
  return {
    kind: kindOf(event.kind, isCall),
    title: titleOf(event, textOf(fields.tool)),
    detail: [detail, textOf(error)]
      .filter((text, at, all) => text !== "" && all.indexOf(text) === at)
      .join(" · "),
    outcome: isCall && end === undefined && event.kind === "tool-call-allowed" ? null : outcome.outcome,
    time: Date.parse(event.time),
    durationMs: typeof durationMs === "number" ? durationMs : undefined,
    ...{ isInside, event },
  };
}

function kindOf(kind: string, isCall: boolean): Step["kind"] {
  if (isCall) return "call";
  if (kind === "skill-activated") return "activation";
  return kind === "tool-call-denied" || kind === "skill-refused" ? "refusal" : "other";
}

function titleOf({ kind, skill }: HubEvent, tool: string): string {
  if (tool !== "") return tool;
  const words: Readonly<Record<string, string>> = {
    "skill-activated": `Activated ${skill}`,
    "skill-deactivated": `Left ${skill}`,
    "skill-refused": `${skill} refused`,
  };
  return words[kind] ?? kindWords(kind);
}

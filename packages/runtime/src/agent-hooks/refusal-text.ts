import type { Decision } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import { denialText } from "../session/denial.ts";
import type { ActiveLayers } from "./active-layers.ts";
import type { GuardLifetime } from "./judge-parts.ts";

type Refusal = {
  readonly tool: string;
  readonly decision: Decision;
  readonly active: ActiveLayers;
  readonly lifetime: GuardLifetime;
};

/** The text for a refused call: what it was, who refuses, what may run instead, how to go on. */
export function describeRefusal({ tool, decision, active, lifetime }: Refusal): string {
  const blamed = active.find(decision.layer);
  if (blamed === undefined) return denialText({ tool, decision });
  if (blamed.refused !== undefined)
    return describeTrouble(tool, `${blamed.refused} Nothing runs until the user's next message.`);
  const requested = blamed.requestedTools && shorten(blamed.requestedTools.map(({ text }) => text));
  return denialText({
    ...{ tool, decision },
    blamed: {
      name: blamed.name,
      ...(requested === undefined ? {} : { requestedTools: requested }),
      wayOut: `do not try to work around it; tell the user what is missing. ${ends[lifetime]}`,
    },
  });
}

/** A list may be very long; its beginning is enough for a model. */
function shorten(texts: readonly string[]): readonly string[] {
  let room: number = runtimeLimits.hookReasonCharacters / 2;
  const kept = texts.filter(({ length }) => {
    room -= length;
    return room > 0;
  });
  return kept.length === texts.length ? texts : [...kept, `${texts.length - kept.length} more`];
}

const ends: Readonly<Record<GuardLifetime, string>> = {
  turn: "The skill's list applies until the user's next message.",
  session: "The skill's list applies until this session ends.",
};

/** The text for a call that could not be decided or recorded. */
export function describeTrouble(tool: string, trouble: string): string {
  return `Tool '${printable(tool)}' was not run\n${trouble}`;
}

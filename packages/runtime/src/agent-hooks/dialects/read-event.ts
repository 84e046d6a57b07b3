import { limits } from "@skillwright/core";
import { policyLimits } from "@skillwright/core/policy";
import { type JsonObject, printable } from "@skillwright/core/text";
import { runtimeLimits } from "../../limits.ts";
import type { HookEvent, HookProblem, ReportedCall, ReportedSkill } from "../agent-dialect.ts";

export type EventKind = HookEvent["kind"];

/** Where an agent's payloads keep what we need. */
export type PayloadReader = {
  /** The agent's own name of the event; undefined if the payload does not say. */
  readonly eventOf: (payload: JsonObject) => string | undefined;
  readonly kinds: ReadonlyMap<string, EventKind>;
  readonly sessionOf: (payload: JsonObject) => unknown;
  readonly cwdOf: (payload: JsonObject) => unknown;
  readonly readCall: (payload: JsonObject, cwd: string) => ReportedCall | HookProblem;
  /** The skills a user names; undefined if there is no text to find them in. */
  readonly skillsOf: (payload: JsonObject, cwd: string) => readonly string[] | undefined;
  /** The skill the agent loaded; undefined if the event is about something else. */
  readonly loadedSkill?: (payload: JsonObject) => ReportedSkill | undefined;
  /** Whether a prompt is not the user's: an agent cannot end its own turn. */
  readonly isOwnPrompt?: (payload: JsonObject) => boolean;
};

/** Reads the event in a payload, or says why it cannot be read. */
export function readEvent(payload: JsonObject, reader: PayloadReader): HookEvent | HookProblem {
  const event = reader.eventOf(payload);
  if (event === undefined) return problem("The payload does not say which event it is.");
  const kind = reader.kinds.get(event) ?? (mayDecide.test(event) ? "unknown" : "other");
  const refuse = (text: string): HookProblem => ({ ...problem(text), event });
  if (kind === "unknown") return refuse(`The event '${shown(event)}' is unknown.`);
  const session = reader.sessionOf(payload);
  if (!isWord(session)) return refuse("The payload has no session id.");
  const cwd = reader.cwdOf(payload);
  if (!isWord(cwd) || !absolute.test(cwd)) return refuse("The payload has no absolute working directory.");
  const told = { session, cwd, event };
  if (kind === "call") {
    const call = reader.readCall(payload, cwd);
    return call.kind === "problem" ? { ...call, event } : { ...told, ...call };
  }
  if (kind === "loaded") {
    const loaded = reader.loadedSkill?.(payload);
    return loaded === undefined ? { ...told, kind: "other" } : { ...told, kind, ...loaded };
  }
  if (kind !== "prompt" && kind !== "load") return { ...told, kind };
  const skills = reader.skillsOf(payload, cwd);
  if (!skills) return refuse("The payload has no prompt.");
  return { ...told, kind: reader.isOwnPrompt?.(payload) ? "load" : kind, skills };
}

/** An unknown event with such a name may be one where the agent waits for permission. */
const mayDecide = /^(?:pre|before|permission)/i;
const absolute = /^(?:\/|[a-z]:[\\/])/i;

export function problem(text: string): HookProblem {
  return { kind: "problem", problem: text };
}

/** A text short enough for a name, an id or a path. */
export function isWord(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= runtimeLimits.toolWordCharacters;
}

export function isToolName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= policyLimits.toolNameCharacters;
}

/** Payload text in a message. */
function shown(text: string): string {
  return printable(text.slice(0, limits.detailCharacters));
}

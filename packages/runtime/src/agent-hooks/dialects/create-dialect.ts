import type { JsonObject } from "@skillwright/core";
import type {
  AgentDialect,
  AgentName,
  HookAnswer,
  HookEvent,
  HookOutput,
  HookProblem,
} from "../agent-dialect.ts";
import { remark, toReason, toUnasked } from "./hook-output.ts";
import { type EventKind, type PayloadReader, readEvent } from "./read-event.ts";

/** What is one agent's own. */
type DialectParts = {
  readonly agent: AgentName;
  readonly recognises: (payload: JsonObject) => boolean;
  readonly reader: PayloadReader;
  readonly words: AnswerWords;
};

/** How an agent is answered; each function gets the reason and the agent's own name of the event, as far as it is known. */
type AnswerWords = {
  /** What stands on standard output when there is nothing to say. */
  readonly silence: string;
  /** Absent where the agent takes it for no opinion or for a mistake. */
  readonly allow?: Wording;
  /** Absent or without an output where the agent would not ask anybody: such a call is refused. */
  readonly ask?: (...told: Parameters<Wording>) => HookOutput | undefined;
  readonly deny: Wording;
  /** What stops a call when the payload could not be read, so that not even its event is sure; `deny` when absent. */
  readonly denyUnread?: Wording;
};
type Wording = (reason: string, event: string | undefined) => HookOutput;

/** The dialect of an agent, from what is its own. */
export function createDialect({ agent, recognises, reader, words }: DialectParts): AgentDialect {
  return {
    agent,
    recognises,
    read: (payload) => readEvent(payload, reader),
    answer: (answer, event) =>
      isDecided(event, reader.kinds) ? sayDecision(answer, event, words) : sayNothing(answer, words),
  };
}

/**
 * Whether the agent waits for a decision. A payload that cannot be read counts as one that it waits for, unless it is of an
 * event that surely is not: a user must not be locked out of the conversation, and what could not be read there is
 * missing in the next call as well, which is then refused.
 */
function isDecided(event: HookEvent | HookProblem, kinds: ReadonlyMap<string, EventKind>): boolean {
  if (event.kind !== "problem") return event.kind === "call";
  const kind = event.event === undefined ? undefined : kinds.get(event.event);
  return kind === undefined || kind === "call";
}

function sayDecision(answer: HookAnswer, event: HookEvent | HookProblem, words: AnswerWords): HookOutput {
  const silent: HookOutput = { stdout: words.silence, stderr: "", exitCode: 0 };
  if (answer.effect === "none") return silent;
  const reason = toReason(answer.reason);
  if (answer.effect === "allow") return words.allow?.(reason, event.event) ?? silent;
  const asked = answer.effect === "ask" ? words.ask?.(reason, event.event) : undefined;
  if (asked) return asked;
  const refusal = answer.effect === "ask" ? toUnasked(reason) : reason;
  const deny = event.kind === "problem" ? (words.denyUnread ?? words.deny) : words.deny;
  return deny(refusal, event.event);
}

/** Where nothing is decided, trouble is told to whoever looks at the hook's log. */
function sayNothing(answer: HookAnswer, { silence }: AnswerWords): HookOutput {
  const isTrouble = answer.effect === "deny" || answer.effect === "ask";
  return isTrouble ? remark(toReason(answer.reason), silence) : { stdout: silence, stderr: "", exitCode: 0 };
}

import { type JsonObject, printable } from "@skillwright/core/text";
import { runtimeLimits } from "../../limits.ts";
import type {
  AgentDialect,
  AgentName,
  HookAnswer,
  HookEvent,
  HookOutput,
  HookProblem,
} from "../agent-dialect.ts";
import { type EventKind, type PayloadReader, readEvent } from "./read-event.ts";

/** The agent-specific parts of a dialect. */
type DialectParts = {
  readonly agent: AgentName;
  readonly recognizes: (payload: JsonObject) => boolean;
  readonly reader: PayloadReader;
  readonly words: AnswerWords;
};

/** An agent's answers; each function gets the reason and the agent's name of the event, if known. */
type AnswerWords = {
  /** Standard output if there is nothing to say. */
  readonly silence: string;
  /** Absent if the agent ignores it or treats it as an error. */
  readonly allow?: Wording;
  /** Absent, or without an output, if the agent would not ask anyone: the call is then refused. */
  readonly ask?: (...told: Parameters<Wording>) => HookOutput | undefined;
  readonly deny: Wording;
  /** Refuses a call whose payload could not be read, so that even its event is uncertain; `deny` if absent. */
  readonly denyUnread?: Wording;
};
type Wording = (reason: string, event: string | undefined) => HookOutput;

/** Builds an agent's dialect from its parts. */
export function createDialect({ agent, recognizes, reader, words }: DialectParts): AgentDialect {
  return {
    agent,
    recognizes,
    read: (payload, readEnd) => readEvent(payload, reader, readEnd),
    answer: (answer, event) =>
      isDecided(event, reader.kinds) ? sayDecision(answer, event, words) : sayNothing(answer, words),
  };
}

/**
 * Whether the agent waits for a decision. An unreadable payload counts as such unless its event certainly is not one: a
 * user must not be locked out of the conversation, and whatever is missing there is missing in the next call too, which
 * is then refused.
 */
function isDecided(event: HookEvent | HookProblem, kinds: ReadonlyMap<string, EventKind>): boolean {
  if (event.kind !== "problem") return event.kind === "call";
  const kind = kinds.get(event.event ?? "");
  return kind === undefined || kind === "call";
}

function sayDecision(answer: HookAnswer, event: HookEvent | HookProblem, words: AnswerWords): HookOutput {
  const silent: HookOutput = { stdout: words.silence, stderr: "", exitCode: 0 };
  if (answer.effect === "none") return silent;
  const reason = toReason(answer.reason);
  if (answer.effect === "allow") return words.allow?.(reason, event.event) ?? silent;
  const asked = answer.effect === "ask" ? words.ask?.(reason, event.event) : undefined;
  if (asked) return asked;
  const refusal = answer.effect === "ask" ? withoutApprover(reason) : reason;
  const deny = event.kind === "problem" ? (words.denyUnread ?? words.deny) : words.deny;
  return deny(refusal, event.event);
}

/** Where there is nothing to decide, problems go to the hook's log. */
function sayNothing(answer: HookAnswer, { silence }: AnswerWords): HookOutput {
  const isTrouble = answer.effect === "deny" || answer.effect === "ask";
  return isTrouble ? remark(toReason(answer.reason), silence) : { stdout: silence, stderr: "", exitCode: 0 };
}

/** One JSON object on standard output. */
export function printJson(value: object): HookOutput {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 };
}

/** The answers of Claude Code and of agents that took its format. */
export const permissionWords: AnswerWords = {
  silence: "",
  allow: (reason) => permit("allow", reason),
  ask: (reason) => permit("ask", reason),
  deny: (reason) => permit("deny", reason),
  denyUnread: block,
};

function permit(decision: "allow" | "ask" | "deny", reason: string): HookOutput {
  return printJson({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  });
}

/** Most agents accept this way to stop a call; it needs no JSON, which other output could break. */
export function block(reason: string): HookOutput {
  return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
}

/** Reports a problem without stopping anything. */
function remark(reason: string, stdout: string): HookOutput {
  return { stdout, stderr: `${reason}\n`, exitCode: 0 };
}

/** A reason safe to show. Some agents let a call pass if the reason is empty. */
function toReason(text: string): string {
  const lines = text.trim().slice(0, runtimeLimits.hookReasonCharacters).split("\n").map(printable);
  const reason = lines.join("\n");
  if (reason === "") return "Skillwright denies this call.";
  return reason.length > runtimeLimits.hookReasonCharacters
    ? `${reason.slice(0, runtimeLimits.hookReasonCharacters - 1).toWellFormed()}…`
    : reason;
}

/** The reason of a refusal because this agent cannot ask. */
function withoutApprover(reason: string): string {
  return `${reason}\nThis needs a person's approval, and this agent's hooks cannot ask: run it yourself, or allow it in a policy.`;
}

import type { CallToolResult } from "@modelcontextprotocol/server";
import { printable } from "@skillwright/core/text";
import type { ApprovalAnswer, ApprovalQuestion, Approver, Clock } from "@skillwright/runtime";
import { sessionLimits } from "@skillwright/runtime";
import { mcpLimits } from "../limits.ts";

/**
 * Calls that wait for a person. A call that needs approval stays in the guard while the client asks; the
 * client's answer comes with another request and continues the same call.
 */
export type Questions = {
  /** The session's approver. */
  readonly approver: Approver;
  /** Starts a call; resolves with its result, or with the question that a person must answer first. */
  start(begin: BeginCall, options: StartOptions): Promise<Outcome>;
  /** Continues a call with the answer to its question; undefined if no such question is open. */
  resume(call: string, approved: boolean, signal: AbortSignal): Promise<Outcome> | undefined;
  /** Withdraws all questions and ends the calls that wait for them. */
  close(): void;
};

type BeginCall = (call: string, signal: AbortSignal) => Promise<CallToolResult>;
type StartOptions = {
  /** Signal of the request that made the call. */
  readonly signal: AbortSignal;
  /** Whether the client can ask a person. */
  readonly canAsk: boolean;
};

export type Outcome =
  | { readonly done: true; readonly result: CallToolResult }
  | { readonly done: false; readonly question: ApprovalQuestion };

/** A running call. */
type Waiting = {
  readonly canAsk: boolean;
  readonly ending: AbortController;
  readonly result: Promise<CallToolResult>;
  question?: OpenQuestion;
  /** Reports a new question to the waiting request. */
  tell: (question: ApprovalQuestion) => void;
};

type OpenQuestion = { readonly asked: ApprovalQuestion; readonly answer: (approved: boolean) => void };

export function createQuestions(clock: Clock): Questions {
  const calls = new Map<string, Waiting>();
  return {
    approver: async (asked) => {
      const open = [...calls.values()].filter(({ question }) => question !== undefined);
      if (open.length >= mcpLimits.openQuestions) throw new Error("too many questions are open already");
      return ask(asked, calls.get(asked.call));
    },
    start: (begin, { signal, canAsk }) => {
      const call = clock.createId();
      const ending = new AbortController();
      const result = Promise.resolve().then(() => begin(call, ending.signal));
      const waiting: Waiting = { canAsk, ending, result, tell: () => {} };
      calls.set(call, waiting);
      const forget = (): boolean => calls.delete(call);
      result.then(forget, forget);
      return wait(waiting, signal);
    },
    close: () => {
      for (const { ending } of calls.values()) ending.abort(new Error("the conversation is over"));
    },
    resume: (call, approved, signal) => {
      const waiting = calls.get(call);
      if (waiting?.question === undefined) return undefined;
      const { answer } = waiting.question;
      delete waiting.question;
      const outcome = wait(waiting, signal);
      answer(approved);
      return outcome;
    },
  };
}

/** Waits until the call is done or has a question. Cancelling the request ends the call. */
async function wait(waiting: Waiting, signal: AbortSignal): Promise<Outcome> {
  const cancel = (): void => waiting.ending.abort(signal.reason);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await Promise.race([
      waiting.result.then((result) => ({ done: true, result }) as const),
      new Promise<Outcome>((resolve) => {
        waiting.tell = (question) => resolve({ done: false, question });
      }),
    ]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function ask(asked: ApprovalQuestion, waiting: Waiting | undefined): Promise<ApprovalAnswer> {
  if (waiting === undefined || !waiting.canAsk)
    return Promise.reject(new Error("this client cannot ask its user"));
  // It stays in memory while a person thinks, and no person reads that much.
  if ((JSON.stringify(asked.input) ?? "").length > sessionLimits.questionCharacters)
    return Promise.reject(new Error("the call is too long for a person to judge"));
  return new Promise((resolve, reject) => {
    const close = (): void => {
      clearTimeout(timer);
      waiting.ending.signal.removeEventListener("abort", abandon);
      delete waiting.question;
    };
    const abandon = (): void => {
      close();
      reject(new Error("the call was cancelled"));
    };
    const timer = setTimeout(() => {
      close();
      reject(new Error("there was no answer in time"));
    }, mcpLimits.questionMs).unref();
    waiting.ending.signal.addEventListener("abort", abandon, { once: true });
    waiting.question = {
      asked,
      answer: (approved) => {
        close();
        resolve({ approved, by: "client" });
      },
    };
    waiting.tell(asked);
  });
}

/** The text shown to the person. */
export function questionText({ text, skills }: ApprovalQuestion): string {
  const under = skills.length === 0 ? "" : ` (active: ${skills.map(printable).join(", ")})`;
  return `Run this tool call?${under}\n${text}`;
}

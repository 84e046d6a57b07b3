import { type ApprovalQuestion, type Clock, sessionLimits, systemClock } from "@skillwright/runtime";
import { expect, test } from "vitest";
import { mcpLimits } from "../limits.ts";
import { createQuestions, type Questions } from "./questions.ts";

const answer = (text: string) => ({ content: [{ type: "text" as const, text }] });
const idle = new AbortController().signal;

const question = (call: string, input: unknown = {}): ApprovalQuestion => ({
  ...{ call, input, tool: "mcp__fs__write", text: "mcp__fs__write {}", skills: [], digest: "d" },
});

/** A call that asks a person, and says what became of that. */
function startAsking(questions: Questions, input?: unknown, signal = idle): ReturnType<Questions["start"]> {
  return questions.start(
    async (call) => {
      const { approved } = await questions
        .approver(question(call, input))
        .catch((error: Error) => ({ approved: error.message }));
      return answer(String(approved));
    },
    { signal, canAsk: true },
  );
}

async function opened(questions: Questions): Promise<ApprovalQuestion> {
  const outcome = await startAsking(questions);
  return outcome.done ? expect.fail("it did not ask") : outcome.question;
}

test("a call waits for its answer, then continues with it", async () => {
  const questions = createQuestions(systemClock);
  const { call } = await opened(questions);
  expect(await questions.resume(call, true, idle)).toEqual({ done: true, result: answer("true") });
});

test("an answer is accepted once", async () => {
  const questions = createQuestions(systemClock);
  const { call } = await opened(questions);
  await questions.resume(call, false, idle);
  expect(questions.resume(call, true, idle)).toBeUndefined();
  expect(questions.resume("unheard of", true, idle)).toBeUndefined();
});

test("a call that asks twice is answered twice", async () => {
  const questions = createQuestions(systemClock);
  const begin = async (call: string) => {
    const first = await questions.approver(question(call));
    const second = await questions.approver(question(call));
    return answer(`${first.approved} ${second.approved}`);
  };
  const first = await questions.start(begin, { signal: idle, canAsk: true });
  const call = first.done ? expect.fail("it did not ask") : first.question.call;
  expect(await questions.resume(call, true, idle)).toMatchObject({ done: false, question: { call } });
  expect(await questions.resume(call, false, idle)).toEqual({ done: true, result: answer("true false") });
});

test("when the conversation ends, open questions are withdrawn", async () => {
  const questions = createQuestions(systemClock);
  const { call } = await opened(questions);
  questions.close();
  expect(questions.resume(call, true, idle)).toBeUndefined();
});

test("a cancelled retry ends the call", async () => {
  const questions = createQuestions(systemClock);
  let ended = false;
  const begin = async (call: string, signal: AbortSignal) => {
    await questions.approver(question(call));
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended = true;
    return answer("ended");
  };
  const outcome = await questions.start(begin, { signal: idle, canAsk: true });
  const call = outcome.done ? expect.fail("it did not ask") : outcome.question.call;
  const leaving = new AbortController();
  const resumed = questions.resume(call, true, leaving.signal);
  leaving.abort();
  await resumed;
  expect(ended).toBe(true);
});

test("past the limit of open questions, no more are asked", async () => {
  const questions = createQuestions(systemClock);
  for (let count = 0; count < mcpLimits.openQuestions; count++) await opened(questions);
  expect(await startAsking(questions)).toEqual({
    done: true,
    result: answer("too many questions are open already"),
  });
});

test("a call that is unreadable for a person is not shown to one", async () => {
  const questions = createQuestions(systemClock);
  const long = { text: "x".repeat(sessionLimits.questionCharacters) };
  expect(await startAsking(questions, long)).toEqual({
    done: true,
    result: answer("the call is too long for a person to judge"),
  });
});

test("a client that cannot ask is informed", async () => {
  const questions = createQuestions(systemClock);
  const ask = (call: string) =>
    questions.approver(question(call)).then(
      () => answer("asked"),
      (error: Error) => answer(error.message),
    );
  expect(await questions.start(ask, { signal: idle, canAsk: false })).toEqual({
    done: true,
    result: answer("this client cannot ask its user"),
  });
});

test("calls that were not started here cause no questions", async () => {
  const clock: Clock = systemClock;
  await expect(createQuestions(clock).approver(question("other"))).rejects.toThrow("cannot ask its user");
});

import type { ApprovalAnswer, ApprovalQuestion, Approver } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { createStyle } from "../terminal/style.ts";

export type RunApprover = {
  readonly approve: Approver;
  /** The calls that were refused because nobody was there to be asked. */
  unanswered(): readonly string[];
};

export type ApproverOptions = {
  /** Approve everything that is asked. */
  readonly yes: boolean;
  /** Resolves once all that led to a question can be read. */
  readonly settled: () => Promise<void>;
  readonly signal: AbortSignal;
};

/** Puts calls to the person at the terminal, one at a time, and remembers a "yes to all" for this run. */
export function createRunApprover(io: Io, { yes, settled, signal }: ApproverOptions): RunApprover {
  const always = new Set<string>();
  const unanswered: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (question: ApprovalQuestion): Promise<ApprovalAnswer> => {
    const { tool, text } = question;
    if (always.has(tool)) return { approved: true, by: "user" };
    await settled();
    const answer = (await io.ask(wordQuestion(question, io), signal))?.trim().toLowerCase();
    if (signal.aborted) throw new Error("the run is being stopped.");
    if (answer === undefined) {
      unanswered.push(text);
      throw new Error("no person is at the terminal.");
    }
    if (isAlways(answer)) always.add(tool);
    return { approved: isYes(answer) || isAlways(answer), by: "user" };
  };
  return {
    approve: (question) => {
      if (yes) return Promise.resolve({ approved: true, by: "--yes" });
      const answer = turn.then(() => ask(question));
      turn = answer.catch(() => undefined);
      return answer;
    },
    unanswered: () => unanswered,
  };
}

/** The exact call, so that what is approved is what runs. */
function wordQuestion({ tool, text, skills }: ApprovalQuestion, io: Io): string {
  const style = createStyle(io.terminal.colour);
  const under = skills.length === 0 ? "" : style.dim(` (skill ${skills.join(" > ")})`);
  return `\n${style.yellow("May this run?")}${under}\n${text}\n[y]es, [n]o, [a]lways ${tool} in this run: `;
}

function isYes(answer: string): boolean {
  return answer === "y" || answer === "yes";
}

function isAlways(answer: string): boolean {
  return answer === "a" || answer === "always";
}

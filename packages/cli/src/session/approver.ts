import { createNodeFileSystem } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import type { ApprovalAnswer, ApprovalQuestion, Approver } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { fitText, oneLine } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";
import { countOf } from "../terminal/text-width.ts";
import { type CallPlace, callText } from "./call-text.ts";

export type RunApprover = {
  readonly approve: Approver;
  /** Calls refused because there was no terminal to ask on. */
  unanswered(): readonly string[];
};

export type ApproverOptions = {
  /** Approve everything without asking. */
  readonly yes: boolean;
  /** Resolves once all earlier output is written; output then pauses until the returned function is called. */
  readonly makeRoom: () => Promise<() => void>;
  readonly signal: AbortSignal;
  readonly authoring?: NonNullable<CallPlace["authoring"]>;
};

/** Asks the user about calls one at a time, and remembers "always" answers for this run. */
export function createRunApprover(io: Io, options: ApproverOptions): RunApprover {
  const { yes, signal } = options;
  const always = new Set<string>();
  const unanswered: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (question: ApprovalQuestion): Promise<ApprovalAnswer> => {
    const { tool, text } = question;
    if (always.has(tool)) return { approved: true, by: "user" };
    const answer = await putQuestion(question, options, io);
    if (signal.aborted) throw new Error("the run is stopping.");
    if (answer === undefined && !io.terminal.piped) throw new Error("the question was not answered.");
    if (answer === undefined) {
      unanswered.push(text);
      throw new Error("there is no terminal to ask on.");
    }
    if (answer === "always") always.add(tool);
    return { approved: answer !== "no", by: "user" };
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

async function putQuestion(
  question: ApprovalQuestion,
  { makeRoom, signal, authoring }: ApproverOptions,
  io: Io,
): ReturnType<typeof askPerson> {
  const columns = Math.min(io.terminal.columns, widest);
  const { cwd, place } = io;
  const lines = callText(question, {
    fs: createNodeFileSystem(),
    cwd,
    home: place.home,
    columns,
    ...compact({ authoring }),
  });
  const goOn = await makeRoom();
  try {
    return await askPerson({ title: titleOf(question, io), lines, ...forAll(question.tool) }, io, signal);
  } finally {
    goOn();
  }
}

/** Longer lines are hard to read. */
const widest = 100;

function titleOf({ skills }: ApprovalQuestion, io: Io): string {
  const style = createStyle(io.terminal.color);
  const names = skills.join(" > ");
  const under = skills.length === 0 ? "" : style.dim(` (skill ${fitText(names, widest)})`);
  return `${style.yellow("Allow this call?")}${under}`;
}

/** A saved skill affects all future agents, so each one needs its own approval. */
function forAll(tool: string): { readonly always?: string } {
  return tool === "skills_save" ? {} : { always: `[a]lways ${oneLine(tool)} in this run` };
}

/** A question that blocks until answered. */
export type PersonQuestion = {
  readonly title: string;
  /** Details, safe to print. */
  readonly lines: readonly string[];
  /** Label of the "always" choice; not offered if absent. */
  readonly always?: string;
};

type PersonAnswer = "yes" | "no" | "always";

/** Asks until there is an answer; a yes counts only after everything was shown. Undefined if there is no one to ask. */
export async function askPerson(
  { title, lines, always }: PersonQuestion,
  io: Io,
  signal: AbortSignal,
): Promise<PersonAnswer | undefined> {
  let isWhole = lines.length <= shownLines;
  let text = ["", title, ...(isWhole ? lines : shorten(lines)), ""].join("\n");
  for (let attempt = 0; attempt < attempts; ) {
    const word = (await io.ask(`${text}${choices(isWhole, always)}`, signal))?.trim().toLowerCase();
    if (word === undefined || signal.aborted) return undefined;
    const answer = answers.get(word);
    if (answer === "show" && !isWhole) {
      isWhole = true;
      text = ["", ...lines, ""].join("\n");
      continue;
    }
    if (answer === "no") return answer;
    const isYes = answer === "yes" || (answer === "always" && always !== undefined);
    if (isYes && isWhole) return answer;
    attempt += 1;
    text = `${isYes ? notYet : pleaseAnswer(isWhole, always)}\n`;
  }
  return "no";
}

/** Lines shown before truncation. */
const shownLines = 40;
/** Invalid answers before they count as no. */
const attempts = 5;

const answers: ReadonlyMap<string, PersonAnswer | "show"> = new Map<string, PersonAnswer | "show">([
  ["y", "yes"],
  ["yes", "yes"],
  ["n", "no"],
  ["no", "no"],
  ["a", "always"],
  ["always", "always"],
  ["s", "show"],
  ["show", "show"],
]);

const notYet = "Part of this is hidden. Answer s to show it, or n.";

function choices(isWhole: boolean, always: string | undefined): string {
  const offered = ["[y]es", "[n]o", ...(always === undefined ? [] : [always])];
  return `${[...offered, ...(isWhole ? [] : ["[s]how all"])].join(", ")}: `;
}

function pleaseAnswer(isWhole: boolean, always: string | undefined): string {
  const letters = ["y", "n", ...(always === undefined ? [] : ["a"]), ...(isWhole ? [] : ["s"])];
  return `Answer ${letters.slice(0, -1).join(", ")} or ${letters.at(-1)}.`;
}

/** Shows both ends, since either may hold the harm. */
function shorten(lines: readonly string[]): readonly string[] {
  const half = shownLines / 2;
  const left = countOf(lines.length - 2 * half, "line");
  return [...lines.slice(0, half), `… ${left} hidden …`, ...lines.slice(-half)];
}

import type { Io } from "../io.ts";
import { countOf } from "../terminal/count-of.ts";

/** A question that is answered before anything goes on. */
export type PersonQuestion = {
  readonly title: string;
  /** What it is about, safe to print. */
  readonly lines: readonly string[];
  /** How a yes to all that is alike is offered; not offered when absent. */
  readonly always?: string;
};

export type PersonAnswer = "yes" | "no" | "always";

/** Asks until there is an answer; a yes counts only for what was shown whole. Undefined when nobody answers. */
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

/** Lines that are shown at once. */
const shownLines = 40;
/** Wrong answers, until they count as a no. */
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

const notYet = "Not all of it was shown. Please answer s to see it, or n.";

function choices(isWhole: boolean, always: string | undefined): string {
  const offered = ["[y]es", "[n]o", ...(always === undefined ? [] : [always])];
  return `${[...offered, ...(isWhole ? [] : ["[s]how all"])].join(", ")}: `;
}

function pleaseAnswer(isWhole: boolean, always: string | undefined): string {
  const letters = ["y", "n", ...(always === undefined ? [] : ["a"]), ...(isWhole ? [] : ["s"])];
  return `Please answer ${letters.slice(0, -1).join(", ")} or ${letters.at(-1)}.`;
}

/** The beginning and the end, since either may be where the harm is. */
function shorten(lines: readonly string[]): readonly string[] {
  const half = shownLines / 2;
  const left = countOf(lines.length - 2 * half, "line");
  return [...lines.slice(0, half), `… ${left} left out …`, ...lines.slice(-half)];
}

import type { Io } from "../io.ts";
import { countOf } from "../terminal/count-of.ts";

/** A question that blocks until answered. */
export type PersonQuestion = {
  readonly title: string;
  /** Details, safe to print. */
  readonly lines: readonly string[];
  /** Label of the "always" choice; not offered if absent. */
  readonly always?: string;
};

export type PersonAnswer = "yes" | "no" | "always";

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

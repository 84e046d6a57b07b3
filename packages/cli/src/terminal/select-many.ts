import type { Readable, Writable } from "node:stream";
import { fitText, oneLine } from "./safe-text.ts";
import { createStyle } from "./style.ts";
import { textWidth } from "./text-width.ts";

/** A question whose answer is any number of choices. Texts may be untrusted. */
export type SelectQuestion = {
  readonly message: string;
  readonly choices: readonly Choice[];
  /** At least one choice is needed. */
  readonly required: boolean;
};

type Choice = { readonly name: string; readonly detail: string; readonly isSelected?: boolean };

/** Where a list is drawn, and how the user's keys get here. */
export type SelectTerminal = {
  readonly input: Readable;
  readonly output: Writable;
  readonly columns: number;
  readonly color: boolean;
  readonly signal: AbortSignal | undefined;
};

/** Draws a list that the user searches by typing. Resolves to the indexes of the selected choices; undefined if canceled. */
export async function selectMany(
  { message, choices, required }: SelectQuestion,
  { input, output, columns, color, signal }: SelectTerminal,
): Promise<readonly number[] | undefined> {
  const { autocompleteMultiselect, isCancel, S_BAR } = await import("@clack/prompts");
  const options = toOptions(choices, { columns, color });
  const searched = choices.map(({ name, detail }) => [name, detail].map((text) => text.toLowerCase()));
  const rank = (search: string, index: number): number => rankOf(search.toLowerCase(), searched[index] ?? []);
  let last = "";
  // The library does not notice the end of input.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const onKey = (_: unknown, key: { readonly ctrl?: boolean; readonly name?: string }): void => {
    if (key.ctrl === true && key.name === "d") end();
  };
  input.on("keypress", onKey).once("end", end).once("close", end);
  try {
    const selected = await autocompleteMultiselect<number>({
      message: fitText(message, columns - frame),
      options() {
        const search = this.userInput;
        // The best match gets the cursor; the library would leave it where it was.
        if (search !== last) this.focusedValue = undefined;
        last = search;
        if (search === "") return options;
        return options.toSorted((a, b) => rank(search, a.value) - rank(search, b.value));
      },
      filter: (search, { value }) => rank(search, value) < noMatch,
      // The cursor starts at the last of these, which should be the first choice.
      initialValues: choices
        .flatMap(({ isSelected }, index) => (isSelected === true ? [index] : []))
        .toReversed(),
      maxItems,
      ...{ required, input, output },
      signal: signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]),
    });
    if (isCancel(selected)) return undefined;
    const chosen = [...selected].sort((a, b) => a - b);
    const names = chosen.map((index) => oneLine(choices[index]?.name ?? "")).join(", ") || "none";
    // The library leaves a line with a number, where the names say more.
    const { dim } = createStyle(color);
    output.write(`\u001b[1A\u001b[2K${dim(S_BAR)}  ${dim(fitText(names, columns - frame))}\n`);
    return chosen;
  } finally {
    input.off("keypress", onKey).off("end", end).off("close", end);
  }
}

/** Columns of the bar and the box before a choice, and of a margin. */
const frame = 8;
const maxItems = 12;
const widestName = 32;

type Option = { readonly value: number; readonly label: string; readonly hint?: string };

/** One line each. Without color, only the detail beside it shows where the cursor is. */
function toOptions(
  choices: readonly Choice[],
  { columns, color }: { readonly columns: number; readonly color: boolean },
): Option[] {
  const room = Math.max(20, columns - frame);
  const names = choices.map(({ name }) => fitText(name, Math.min(widestName, room)));
  const width = Math.max(0, ...names.map(textWidth));
  return choices.map(({ detail }, value) => {
    const label = names[value] ?? "";
    if (oneLine(detail) === "") return { value, label };
    if (!color) return { value, label, hint: fitText(detail, Math.max(8, room - textWidth(label) - 3)) };
    const gap = " ".repeat(width - textWidth(label) + 2);
    return { value, label: fitLine(label + gap, detail, room) };
  });
}

function fitLine(start: string, detail: string, columns: number): string {
  const room = columns - textWidth(start);
  return room < 8 ? start.trimEnd() : start + fitText(detail, room);
}

const noMatch = 3;

/** Names that start with the search come first, then other names, then details. Every word must occur. */
function rankOf(search: string, [name = "", detail = ""]: readonly string[]): number {
  if (name.startsWith(search)) return 0;
  const words = search.split(/\s+/);
  if (words.every((word) => name.includes(word))) return 1;
  return words.every((word) => name.includes(word) || detail.includes(word)) ? 2 : noMatch;
}

import type { PromptFormat } from "../prompt/to-prompt.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { knownText, type ListingTexts, messageText, shortToolText, systemText, toolText } from "./texts.ts";

/** Where the list goes: the skill tool's description, the system prompt, or a message before the last user message. */
export type Placement = "tool" | "system" | "message";

export type WrapperOptions = {
  readonly placement: Placement;
  readonly format: PromptFormat;
  /** How a model opens a skill: with the skill tool, or by reading the file at its location. */
  readonly access: "tool" | "file";
  readonly wording?: "full" | "short";
  readonly skillTool: string;
  readonly searchTool: string | undefined;
  readonly budget: number;
};

/** The text around the entries of a list. */
export type ListWrapper = {
  readonly bytes: number;
  /** Takes the entries with their separators; the result is never longer than its parts. */
  write(entries: string, more: string): string;
};

export function createListWrapper(options: WrapperOptions, complete: "complete" | "partial"): ListWrapper {
  const { before, after } = fillIn(textsFor(options), options, complete);
  const [open, close] =
    options.format === "bullets" ? ["", ""] : ["<available_skills>\n", "\n</available_skills>"];
  const gap = "\n\n";
  return {
    bytes: utf8Bytes([before, open, close, gap, after].join("")),
    write: (entries, more) => {
      const list = entries === "" ? "" : `${open}${entries.replace(/\n+$/, "")}${close}`;
      return `${before}${[list, more].filter((part) => part !== "").join(gap)}${after}`;
    },
  };
}

function textsFor({ placement, access, wording, budget }: WrapperOptions): ListingTexts {
  if (placement === "system") return systemText[access];
  if (placement === "message") return messageText[access];
  const chosen = wording ?? (isAffordable(toolText, budget) ? "full" : "short");
  return chosen === "full" ? toolText : shortToolText;
}

/** The text around a list should take at most a third of the budget. */
function isAffordable({ before, after }: ListingTexts, budget: number): boolean {
  return 3 * utf8Bytes(before + after) <= budget;
}

function fillIn(
  { before, after }: ListingTexts,
  { skillTool, searchTool }: WrapperOptions,
  complete: "complete" | "partial",
): ListingTexts {
  const known =
    complete === "complete" || searchTool === undefined
      ? knownText.listed
      : knownText.found.replaceAll("{search}", () => searchTool);
  const fill = (text: string): string =>
    text.replaceAll("{known}", () => known).replaceAll("{skill}", () => skillTool);
  return { before: fill(before), after: fill(after) };
}

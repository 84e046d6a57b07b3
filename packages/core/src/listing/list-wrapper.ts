import type { PromptFormat } from "../prompt/to-prompt.ts";
import { cutEnd } from "../text/cut-end.ts";
import { formatNumber } from "../text/printable.ts";
import { utf8Bytes } from "../text/utf8.ts";

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
      const list = entries === "" ? "" : `${open}${cutEnd(entries, /\n/)}${close}`;
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

/** The text around a list of skills; placeholders in braces are filled in. */
type ListingTexts = { readonly before: string; readonly after: string };

/** OmniForge's full text of the Skill tool, for budgets that have room for it. */
const toolText: ListingTexts = {
  before: `# Skill Tool

Runs a skill within this conversation: instructions, documents and scripts prepared for one kind of work. Use it when you are asked for such work, or when you see that a skill covers what you are about to do.

## How to call it

Give the skill's name, and arguments if it takes any:
- \`skill: "commit-message"\` calls a skill
- \`skill: "code-review", args: "pr-123"\` calls one with arguments

## Available skills

`,
  after: `

## Rules

- Call this tool IMMEDIATELY, as your first action, when a skill fits.
- NEVER just announce a skill: call the tool.
- Use only skills {known}.
- Do not call a skill that is already running.
- Do not use this tool for built-in CLI commands.

## What a call does

1. You see the message: \`The "{name}" skill is loading\`
2. You receive the whole SKILL.md and the path of its folder.
3. Follow its instructions exactly.
4. A skill may restrict which tools you can use (allowed-tools).

## What you see when

**Stage 1, this description**: only names and descriptions.
**Stage 2, a call**: the whole SKILL.md, as the result of this tool.
**Stage 3, the work**: documents are read when needed, scripts are run and not read.`,
};

/** A short version of it. */
const shortToolText: ListingTexts = {
  before: `# Skill Tool

Loads a skill: prepared instructions for one kind of work. Call it with \`skill: "name"\`, optionally \`args: "pr-123"\`. After \`The "{name}" skill is loading\` you get its whole SKILL.md: follow it. It may restrict tools; read its documents and run its scripts only when needed.

`,
  after: `

IMMEDIATELY call it first when a skill fits, NEVER just announce one. Only skills {known}, none already running; not for built-in CLI commands.`,
};

/** How to open a skill, for the system prompt and messages. */
const openWithTool =
  "When a task matches one, first call `{skill}` with the skill's name, then follow the instructions it returns.";
const openFile =
  "When a task matches one, first read the SKILL.md at its location, then follow it. Paths in it are relative to its folder: make them absolute in tool calls.";

type ByAccess = { readonly tool: ListingTexts; readonly file: ListingTexts };

const systemText: ByAccess = { tool: sectionWith(openWithTool), file: sectionWith(openFile) };

const messageText: ByAccess = { tool: reminderWith(openWithTool), file: reminderWith(openFile) };

function sectionWith(instruction: string): ListingTexts {
  return {
    before: `## Skills\n\nSkills are prepared instructions for particular tasks. ${instruction} Use only skills {known}.\n\n`,
    after: "",
  };
}

function reminderWith(instruction: string): ListingTexts {
  return {
    before: `<system-reminder>\nThe skills you can use now; this replaces any earlier list. ${instruction} Use only skills {known}.\n\n`,
    after: "\n</system-reminder>",
  };
}

/** Completes "Use only skills …". */
const knownText = {
  listed: "listed here",
  found: "listed here or found with `{search}`",
} as const;

type MoreSkills = {
  readonly count: number;
  /** Whether other skills are listed above. */
  readonly isRest: boolean;
  readonly categories: string;
  /** The search tool. */
  readonly search: string | undefined;
};

/** The sentence about unlisted skills. */
export function moreText({ count, isRest, categories, search }: MoreSkills): string {
  const skills = `${formatNumber(count)} ${isRest ? "more " : ""}${count === 1 ? "skill" : "skills"}`;
  const subject = categories === "" ? skills : `${skills} in these categories: ${categories}`;
  if (search === undefined) return `Not listed: ${subject}.`;
  return `${subject}; call \`${search}\` with what you need.`;
}

/** The message about changed skills, with one block for each kind of change. */
export const deltaText = {
  before:
    "<system-reminder>\nThe skills you can use have changed; the rest of the earlier list still holds.\n",
  after: "\n</system-reminder>",
  added: "added_skills",
  changed: "changed_skills",
  /** They no longer exist. */
  removed: "removed_skills",
  /** They may still exist: which skills of a large catalog are listed depends on the task. */
  unlisted: "search_before_use",
} as const;

export const noSkillsText: string =
  "<system-reminder>\nThe skills listed earlier are no longer available.\n</system-reminder>";

import { toReferencePrompt } from "../skills-ref/to-reference-prompt.ts";
import { balanceOf } from "../trit/trit.ts";
import { escapeXml } from "./markup.ts";
import { boxxyAttributes, promptEntry, toReferenceSkill } from "./prompt-entry.ts";

export type PromptSkill = {
  readonly name: string;
  readonly description: string;
  /** Path of the SKILL.md; optional in the prompt. */
  readonly location?: string;
  /** Instructions, for the `boxxy` format's level 2. */
  readonly body?: string;
};
export const promptFormats = [
  "skills-ref",
  "nested",
  "attributes",
  "boxxy",
  "quoted-lines",
  "bullets",
] as const;
export type PromptFormat = (typeof promptFormats)[number];

/**
 * Renders a list of skills for a model in one of the formats that clients use.
 *
 * @example
 * toPrompt([{ name: "pdf", description: "Reads PDF files." }], "bullets"); // "- pdf: Reads PDF files."
 */
export function toPrompt(skills: readonly PromptSkill[], format: PromptFormat = "skills-ref"): string {
  switch (format) {
    case "skills-ref":
      return toReferencePrompt(skills.map(toReferenceSkill));
    case "boxxy":
      return skills.some((skill) => skill.body !== undefined)
        ? fullBoxxy(skills)
        : wrap(entries(skills, format));
    case "nested":
    case "attributes":
      return wrap(entries(skills, format));
    case "quoted-lines":
      return wrap([entries(skills.map(withoutLocation), format).join("\n\n")]);
    case "bullets":
      return entries(skills.map(withoutLocation), format).join("\n");
  }
}

function entries(skills: readonly PromptSkill[], format: PromptFormat): readonly string[] {
  return skills.map((skill) => promptEntry(skill, format));
}

/** These formats have no locations, except in a listing for agents that read the files themselves. */
function withoutLocation({ name, description }: PromptSkill): PromptSkill {
  return { name, description };
}

function wrap(lines: readonly string[]): string {
  return ["<available_skills>", ...lines.filter((line) => line !== ""), "</available_skills>"].join("\n");
}

/** Level 2: every skill with its instructions, and the set's conservation law. */
function fullBoxxy(skills: readonly PromptSkill[]): string {
  const entries = skills.map(
    (skill) => `<skill ${boxxyAttributes(skill)}>\n${escapeXml(skill.body?.trim() ?? "")}\n</skill>`,
  );
  const { balanced, sum } = balanceOf(skills.map((skill) => skill.name));
  const footer = `<!-- gf3-conservation: balanced=${balanced} sum=${sum} -->`;
  return [`<skills count="${skills.length}">`, ...entries, footer, "</skills>"].join("\n");
}

import { type ReferencePromptSkill, toReferencePrompt } from "../skills-ref/to-reference-prompt.ts";
import { balanceOf } from "../trit/balance.ts";
import { tritOf } from "../trit/trit.ts";
import { escapeXml, replaceControls } from "./escape-xml.ts";

export type PromptSkill = {
  readonly name: string;
  readonly description: string;
  /** Path of the SKILL.md; left out of the prompt when absent. */
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
 * The list of skills that goes before a model, in one of the forms clients and documents use.
 *
 * @example
 * toPrompt([{ name: "pdf", description: "Reads PDF files." }], "bullets"); // "- pdf: Reads PDF files."
 */
export function toPrompt(skills: readonly PromptSkill[], format: PromptFormat = "skills-ref"): string {
  switch (format) {
    case "skills-ref":
      return toReferencePrompt(skills.map(referenceEntry));
    case "nested":
      return wrap(skills.map(nestedEntry));
    case "attributes":
      return wrap(skills.map((skill) => `  <skill ${attributes(baseAttributes(skill))} />`));
    case "boxxy":
      return skills.some((skill) => skill.body !== undefined)
        ? fullBoxxy(skills)
        : wrap(skills.map(boxxyEntry));
    case "quoted-lines":
      return wrap([
        skills.map(({ name, description }) => `"${oneLine(name)}": ${oneLine(description)}`).join("\n\n"),
      ]);
    case "bullets":
      return skills.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`).join("\n");
  }
}

/** The reference tool leaves the location as it is; a folder's name could then close the tag. */
function referenceEntry({ name, description, location }: PromptSkill): ReferencePromptSkill {
  const entry = { name: replaceControls(name), description: replaceControls(description) };
  return location === undefined ? entry : { ...entry, location: escapeXml(location) };
}

function wrap(lines: readonly string[]): string {
  return ["<available_skills>", ...lines.filter((line) => line !== ""), "</available_skills>"].join("\n");
}

/** Skill text may not open or close our tags, nor start an entry of its own on a new line. */
function oneLine(text: string): string {
  return escapeXml(foldBlanks(text));
}

// `\s` knows every blank and line break of Unicode but U+0085.
function foldBlanks(text: string): string {
  return text.replace(/[\s\u0085]+/gu, " ").trim();
}

function nestedEntry({ name, description, location }: PromptSkill): string {
  const lines = [
    "  <skill>",
    `    <name>${oneLine(name)}</name>`,
    `    <description>${oneLine(description)}</description>`,
  ];
  if (location !== undefined) lines.push(`    <location>${escapeXml(location)}</location>`);
  return [...lines, "  </skill>"].join("\n");
}

function baseAttributes({ name, description, location }: PromptSkill): Record<string, string> {
  return {
    name: foldBlanks(name),
    description: foldBlanks(description),
    ...(location === undefined ? {} : { location }),
  };
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${escapeXml(value)}"`)
    .join(" ");
}

function boxxyAttributes(skill: PromptSkill): string {
  const { balanced, role, colors } = tritOf(skill.name);
  return attributes({ ...baseAttributes(skill), trit: balanced, role, color: colors.primary });
}

function boxxyEntry(skill: PromptSkill): string {
  return `  <skill ${boxxyAttributes(skill)} />`;
}

/** Level 2: every skill with its instructions, and the conservation law of the set. */
function fullBoxxy(skills: readonly PromptSkill[]): string {
  const entries = skills.map(
    (skill) => `<skill ${boxxyAttributes(skill)}>\n${escapeXml(skill.body?.trim() ?? "")}\n</skill>`,
  );
  const { balanced, sum } = balanceOf(skills.map((skill) => skill.name));
  const footer = `<!-- gf3-conservation: balanced=${balanced} sum=${sum} -->`;
  return [`<skills count="${skills.length}">`, ...entries, footer, "</skills>"].join("\n");
}

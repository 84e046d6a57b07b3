import { type ReferencePromptSkill, toReferencePrompt } from "../skills-ref/to-reference-prompt.ts";
import { tritOf } from "../trit/trit.ts";
import { escapeXml, replaceControls } from "./escape-xml.ts";
import type { PromptFormat, PromptSkill } from "./to-prompt.ts";

/** Without a description, only what the skill is called and where it is. */
export type EntrySkill = Pick<PromptSkill, "name" | "location"> & { readonly description?: string };

/** One skill of the list that goes before a model. */
export function promptEntry(skill: EntrySkill, format: PromptFormat): string {
  switch (format) {
    case "skills-ref":
      return skill.description === undefined ? elementOnOneLine(skill) : referenceEntry(skill);
    case "nested":
      return skill.description === undefined ? `  ${elementOnOneLine(skill)}` : nestedEntry(skill);
    case "attributes":
      return `  <skill ${attributes(baseAttributes(skill))} />`;
    case "boxxy":
      return `  <skill ${boxxyAttributes(skill)} />`;
    case "quoted-lines":
      return lineEntry(`"${oneLine(skill.name)}"`, skill);
    case "bullets":
      return lineEntry(`- ${oneLine(skill.name)}`, skill);
  }
}

/** A list of names should cost little more than the names. */
function elementOnOneLine({ name, location }: EntrySkill): string {
  const place = location === undefined ? "" : `<location>${escapeXml(location)}</location>`;
  return `<skill><name>${oneLine(name)}</name>${place}</skill>`;
}

const open = "<available_skills>\n";
const close = "\n</available_skills>";

/** The reference tool only ever writes the whole block. */
function referenceEntry(skill: EntrySkill): string {
  return toReferencePrompt([toReferenceSkill(skill)]).slice(open.length, -close.length);
}

/** The reference tool leaves the location as it is; a folder's name could then close the tag. */
export function toReferenceSkill({ name, description = "", location }: EntrySkill): ReferencePromptSkill {
  const entry = { name: replaceControls(name), description: replaceControls(description) };
  return location === undefined ? entry : { ...entry, location: escapeXml(location) };
}

function nestedEntry({ name, description = "", location }: EntrySkill): string {
  const lines = [
    "  <skill>",
    `    <name>${oneLine(name)}</name>`,
    `    <description>${oneLine(description)}</description>`,
  ];
  if (location !== undefined) lines.push(`    <location>${escapeXml(location)}</location>`);
  return [...lines, "  </skill>"].join("\n");
}

/** The place stands before the description, whose words could otherwise pass for it. */
function lineEntry(label: string, { description, location }: EntrySkill): string {
  const place = location === undefined ? "" : ` (${escapeXml(location)})`;
  return description === undefined ? `${label}${place}` : `${label}${place}: ${oneLine(description)}`;
}

export function boxxyAttributes(skill: EntrySkill): string {
  const { balanced, role, colors } = tritOf(skill.name);
  return attributes({ ...baseAttributes(skill), trit: balanced, role, color: colors.primary });
}

function baseAttributes({ name, description, location }: EntrySkill): Record<string, string> {
  return {
    name: foldBlanks(name),
    ...(description === undefined ? {} : { description: foldBlanks(description) }),
    ...(location === undefined ? {} : { location }),
  };
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${escapeXml(value)}"`)
    .join(" ");
}

/** Skill text may not open or close our tags, nor start an entry of its own on a new line. */
function oneLine(text: string): string {
  return escapeXml(foldBlanks(text));
}

/** Every run of blanks and line breaks as one space. */
export function foldBlanks(text: string): string {
  // `\s` knows every blank and line break of Unicode but U+0085. Single spaces are not matched: nearly all texts have
  // nothing else, and are then not copied.
  return text.replace(/(?:[^\S ]|\u0085| (?=[\s\u0085]))[\s\u0085]*/gu, " ").trim();
}

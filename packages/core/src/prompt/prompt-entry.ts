import { type ReferencePromptSkill, toReferencePrompt } from "../skills-ref/to-reference-prompt.ts";
import { compact } from "../text/compact.ts";
import { tritOf } from "../trit/trit.ts";
import { escapeXml, replaceControls } from "./markup.ts";
import type { PromptFormat, PromptSkill } from "./to-prompt.ts";

/** A skill to list, by name and location only if it has no description. */
export type EntrySkill = Pick<PromptSkill, "name" | "location"> & { readonly description?: string };

/** One skill's entry in the list for a model. */
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

/** Compact, so that a list of names costs little more than the names. */
function elementOnOneLine({ name, location }: EntrySkill): string {
  const place = location === undefined ? "" : `<location>${escapeXml(location)}</location>`;
  return `<skill><name>${oneLine(name)}</name>${place}</skill>`;
}

const open = "<available_skills>\n";
const close = "\n</available_skills>";

/** The reference tool only writes whole blocks. */
function referenceEntry(skill: EntrySkill): string {
  return toReferencePrompt([toReferenceSkill(skill)]).slice(open.length, -close.length);
}

/** Escapes the location, which the reference tool does not; a folder's name could close the tag. */
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

/** The location comes before the description, which could otherwise imitate it. */
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
    name: collapseWhitespace(name),
    ...(description === undefined ? {} : { description: collapseWhitespace(description) }),
    ...compact({ location }),
  };
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${escapeXml(value)}"`)
    .join(" ");
}

/** Prevents skill text from opening or closing our tags, or starting a new entry. */
function oneLine(text: string): string {
  return escapeXml(collapseWhitespace(text));
}

/** Collapses every run of whitespace to one space. */
export function collapseWhitespace(text: string): string {
  // `\s` covers all Unicode whitespace but U+0085. Not matching single spaces avoids copying nearly all texts.
  return text.replace(/(?:[^\S ]|\u0085| (?=[\s\u0085]))[\s\u0085]*/gu, " ").trim();
}

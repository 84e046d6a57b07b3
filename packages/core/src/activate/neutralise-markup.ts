import { replaceControls } from "../prompt/escape-xml.ts";

/** The tags that tell a model what comes from us. */
const tagNames: readonly string[] = [
  "skill_content",
  "skill_resources",
  "available_skills",
  "project_instructions",
  "system-reminder",
];

/** Characters that nobody sees, with which a tag could be written so that only a model recognises it. */
const unseen = "\\p{C}\\ufffd";
const ownTag = new RegExp(
  `[<\\uff1c\\ufe64](?=[${unseen}\\s/]{0,64}(?:${tagNames.map(withUnseenBetween).join("|")}))`,
  "giu",
);

/**
 * A skill's instructions, unable to close or imitate the tags and the line that we put around them: `</skill_content>`
 * becomes `&lt;/skill_content>`, and a line that starts with `Skill directory:` a quotation. All else stays as the
 * author wrote it, but for characters that people cannot see.
 */
export function neutraliseMarkup(text: string): string {
  // A carriage return alone moves a terminal's cursor to the start of the line.
  const harmless = text
    .replace(/\r(?!\n)/g, "\n")
    .replace(ownTag, "&lt;")
    .replace(/^(?=[ \t]{0,16}Skill directory:)/gim, "> ");
  return replaceControls(harmless);
}

function withUnseenBetween(name: string): string {
  return [...name].join(`[${unseen}]{0,8}`);
}

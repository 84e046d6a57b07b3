const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text for element content and attributes. */
export function escapeXml(text: string): string {
  return replaceControls(text).replace(/[&<>"']/g, (character) => named[character] ?? character);
}

const controls =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Selectors of a character's look; a run of them can carry hidden text. The one that makes an emoji colorful stays. */
const selectors =
  /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]|(?<!\p{Extended_Pictographic})\ufe0f(?!\u20e3)|(?<![#*0-9])\ufe0f(?=\u20e3)/gu;

/** Removes what changes how a character looks; a person does not see it, and a model reads it. */
function removeSelectors(text: string): string {
  return text.replace(selectors, "");
}

/**
 * Replaces with U+FFFD the control characters and lone surrogates that XML does not allow and terminals obey, and the
 * bidi and tag characters that a model reads but a person does not see. Removes variation selectors.
 */
export function replaceControls(text: string): string {
  return removeSelectors(text).replace(controls, "\ufffd");
}

/** Tags that mark our own text for the model. */
const tagNames: readonly string[] = [
  "skill_content",
  "skill_resources",
  "available_skills",
  "project_instructions",
  "system-reminder",
];

/** Invisible characters that could disguise a tag so that only a model recognizes it. */
const unseen = "\\p{C}\\ufffd";
const ownTag = new RegExp(
  `[<\\uff1c\\ufe64](?=[${unseen}\\s/]{0,64}(?:${tagNames.map(withUnseenBetween).join("|")}))`,
  "giu",
);

/**
 * Prevents a skill's instructions from closing or imitating our own markup: `</skill_content>` becomes
 * `&lt;/skill_content>`, and a line starting with `Skill directory:` becomes a quotation. Replaces invisible characters
 * and leaves everything else unchanged.
 */
export function neutralizeMarkup(text: string): string {
  // A lone carriage return moves a terminal's cursor to the start of the line.
  const harmless = removeSelectors(text)
    .replace(/\r(?!\n)/g, "\n")
    .replace(ownTag, "&lt;")
    .replace(/^(?=[ \t]{0,16}Skill directory:)/gim, "> ");
  return replaceControls(harmless);
}

function withUnseenBetween(name: string): string {
  return [...name].join(`[${unseen}]{0,8}`);
}

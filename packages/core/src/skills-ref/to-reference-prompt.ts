export type ReferencePromptSkill = {
  readonly name: string;
  readonly description: string;
  /** Absolute path of the SKILL.md; the reference always has one, our own callers may omit it. */
  readonly location?: string;
};

/** The reference's `<available_skills>` block, with the location unescaped as in the reference. */
export function toReferencePrompt(skills: readonly ReferencePromptSkill[]): string {
  const blocks = skills.flatMap(({ name, description, location }) => [
    "<skill>",
    ...["<name>", escapeHtml(name), "</name>"],
    ...["<description>", escapeHtml(description), "</description>"],
    ...(location === undefined ? [] : ["<location>", location, "</location>"]),
    "</skill>",
  ]);
  return ["<available_skills>", ...blocks, "</available_skills>"].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

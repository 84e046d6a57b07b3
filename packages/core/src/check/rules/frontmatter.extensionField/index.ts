import { type Field, findField } from "../../../parse/fields.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "frontmatter.extensionField",
  category: "spec",
  severity: "info",
  summary: "Fields outside the standard are read only by some clients.",
  messages: {
    readBySome:
      "'{field}' is not in the standard: {clients} read it, other clients ignore it. Keep it if the skill also works without it.",
    readByOne:
      "'{field}' is not in the standard: {clients} reads it, other clients ignore it. Keep it if the skill also works without it.",
    readByNone:
      "'{field}' comes from {origin} and is not in the standard; no known client uses it. Keep it if your own tools do.",
    ignored: "{client} ignores '{field}', a field from {origin}. Keep it if the skill also works without it.",
  },
  check({ parsed: { frontmatter } }, { report, client }) {
    for (const { key } of frontmatter?.entries ?? []) {
      const field = findField(key.text);
      if (!field || field.origin === "standard") continue;
      const { name, origin, readBy } = field;
      if (client !== undefined) {
        const args = { field: name, origin, client };
        if (!readBy.includes(client)) report({ message: "ignored", args, span: key.span });
        continue;
      }
      const args = { field: name, origin, clients: joinWords(readBy) };
      report({ message: messageFor(field), args, span: key.span });
    }
  },
});

function messageFor({ readBy }: Field): "readByNone" | "readByOne" | "readBySome" {
  if (readBy.length === 0) return "readByNone";
  return readBy.length === 1 ? "readByOne" : "readBySome";
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

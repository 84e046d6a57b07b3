import { findValue } from "../../../parse/yaml-node.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name-confusable",
  category: "quality",
  severity: "warning",
  summary: "The name cannot be confused with another name.",
  messages: {
    invisible:
      "The name contains an invisible character ({code}), so it looks like the name of another skill. Remove it.",
    mixed:
      "The name '{name}' mixes Latin and {script} letters in the word '{word}', so it looks like a different name. Write the word in one script.",
    lookalike:
      "The name '{name}' consists of {script} letters that look like Latin ones; write it in Latin letters.",
  },
  check({ parsed }, { report }) {
    const { name } = parsed.manifest;
    if (name === undefined || isAscii.test(name)) return;
    const span = findValue(parsed.frontmatter, "name")?.span ?? { start: 0, end: 0 };
    const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.exec(name)?.[0];
    if (invisible !== undefined) report({ message: "invisible", args: { code: codeOf(invisible) }, span });
    for (const { script, letters, lookalikes } of scripts) {
      const word = name.split("-").find((part) => letters.test(part) && /\p{Script=Latin}/u.test(part));
      if (word !== undefined) report({ message: "mixed", args: { name, word, script }, span });
      else if (lookalikes.test(name)) report({ message: "lookalike", args: { name, script }, span });
    }
  },
});

const isAscii = /^[\x20-\x7e]*$/;

/** The two scripts with letters that look Latin, and names that consist only of such letters. */
const scripts = [
  {
    script: "Cyrillic",
    letters: /\p{Script=Cyrillic}/u,
    lookalikes: /^(?=.*\p{L})[аеорсухѕіјһԁԛԝѵӏ0-9-]+$/u,
  },
  { script: "Greek", letters: /\p{Script=Greek}/u, lookalikes: /^(?=.*\p{L})[οανιρυκχγ0-9-]+$/u },
] as const;

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

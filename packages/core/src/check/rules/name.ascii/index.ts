import { readText } from "../../../parse/node-readers.ts";
import { findEntry } from "../../../parse/yaml-node.ts";
import { isValidSkillName } from "../../../spec/predicates.ts";

import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.ascii",
  category: "spec",
  severity: "warning",
  summary: "The name is portable: a to z, digits and hyphens.",
  messages: {
    notAscii:
      "The name '{name}' is valid, but skill uploads, discovery indexes and OCI packages reject letters other than a to z. Use only a-z, 0-9 and hyphens if you plan to share the skill.",
  },
  check({ parsed }, { report }) {
    const node = findEntry(parsed.frontmatter, "name")?.value;
    const name = readText(node)?.trim().normalize("NFKC");
    if (!node || !name || !isValidSkillName(name) || /^[a-z0-9-]+$/.test(name)) return;
    report({ message: "notAscii", args: { name }, span: node.span });
  },
});

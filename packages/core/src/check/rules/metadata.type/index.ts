import { findEntry, typeName } from "../../../parse/yaml-node.ts";
import { placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "metadata.type",
  category: "spec",
  severity: "error",
  summary: "metadata is a mapping.",
  messages: {
    notMapping:
      "metadata is a {found}; expected indented lines such as 'author: Ann'. Write one entry per line.",
    empty:
      "metadata has no entries; expected indented lines such as 'author: Ann'. Add some or remove the field.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "metadata");
    if (!entry || entry.value.kind === "map") return;
    const found = typeName(entry.value);
    const message = found === "null" ? "empty" : "notMapping";
    report({ message, args: { found }, span: placeOf(entry) });
  },
});

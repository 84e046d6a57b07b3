import { readMap } from "../../../parse/node-readers.ts";
import { findValue } from "../../../parse/yaml-node.ts";
import { statedTrit, tritOf } from "../../../trit/trit.ts";

import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "trit-mismatch",
  category: "quality",
  severity: "info",
  summary: "A trit in the metadata matches the one computed from the name.",
  messages: {
    mismatch:
      "metadata.{key} says {found}, but the trit of '{name}' is {expected} ({role}); write {expected} or remove the entry.",
  },
  check({ parsed }, { report }) {
    const { name, metadata } = parsed.manifest;
    const stated = statedTrit(metadata);
    if (stated?.trit === undefined || name === undefined) return;
    const { balanced, role } = tritOf(name);
    const node = findValue(readMap(findValue(parsed.frontmatter, "metadata")), stated.key);
    if (!node || stated.trit.balanced === balanced) return;
    const args = { key: stated.key, found: stated.text, name, expected: balanced, role };
    report({ message: "mismatch", args, span: node.span });
  },
});

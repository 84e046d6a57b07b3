import { readMap, readText } from "../../../parse/node-readers.ts";
import { findValue } from "../../../parse/yaml-node.ts";
import { tritOf } from "../../../trit/trit.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "trit-mismatch",
  category: "quality",
  severity: "info",
  summary: "A trit in the metadata is the one computed from the name.",
  messages: {
    mismatch:
      "metadata.{key} says {found}, but the trit of '{name}' is {expected} ({role}); write {expected} or remove the entry.",
  },
  check({ parsed }, { report }) {
    const { name, metadata } = parsed.manifest;
    const key = keys.find((one) => one in metadata);
    if (key === undefined || name === undefined) return;
    const node = findValue(readMap(findValue(parsed.frontmatter, "metadata")), key);
    const found = readText(node)?.trim() ?? "";
    const { balanced, role } = tritOf(name);
    const stated = spellings[found];
    if (!node || stated === undefined || stated === balanced) return;
    report({ message: "mismatch", args: { key, found, name, expected: balanced, role }, span: node.span });
  },
});

const keys = ["gf3-trit", "trit"] as const;

/** Both ways to write an element; anything else under the key is not meant as a trit. */
const spellings: Readonly<Record<string, string>> = {
  "0": "0",
  "1": "+1",
  "+1": "+1",
  "2": "-1",
  "-1": "-1",
};

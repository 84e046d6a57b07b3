import { limits } from "../../../limits.ts";
import { readText } from "../../../parse/node-readers.ts";
import { findEntry } from "../../../parse/yaml-node.ts";
import { countCodePoints } from "../../../text/utf8.ts";
import { placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.maxLength",
  category: "spec",
  severity: "error",
  summary: "The name has at most 64 characters.",
  messages: {
    tooLong:
      "The name has {length} characters; at most {max} are allowed. Shorten it, and rename the directory to match.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "name");
    const length = countCodePoints(readText(entry?.value)?.trim().normalize("NFKC") ?? "");
    if (!entry || length <= limits.nameLength) return;
    report({ message: "tooLong", args: { length, max: limits.nameLength }, span: placeOf(entry) });
  },
});

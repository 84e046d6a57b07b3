import { limits } from "../../../limits.ts";
import { findValue } from "../../../parse/yaml-node.ts";
import { isValidSkillName, suggestSkillName } from "../../../spec/predicates.ts";

import { countCodePoints } from "../../../text/utf8.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.format",
  category: "spec",
  severity: "error",
  summary: "The name consists of lowercase words and digits joined by single hyphens.",
  messages: {
    format:
      "The name '{name}' {problem}; expected lowercase letters, digits and single hyphens, such as '{suggestion}'.",
  },
  check({ parsed }, { report }) {
    const node = findValue(parsed.frontmatter, "name");
    if (node?.kind !== "scalar" || typeof node.value !== "string") return;
    const name = node.text.trim().normalize("NFKC");
    if (name === "" || countCodePoints(name) > limits.nameLength || isValidSkillName(name)) return;
    const args = { name, problem: describeProblem(name), suggestion: suggestSkillName(name) };
    report({ message: "format", args, span: node.span });
  },
});

function describeProblem(name: string): string {
  if (/[\p{Lu}\p{Lt}]/u.test(name)) return "has uppercase letters";
  if (/\s/u.test(name)) return "has spaces";
  if (name.startsWith("-") || name.endsWith("-")) return "starts or ends with a hyphen";
  if (name.includes("--")) return "has two hyphens in a row";
  return "has characters that are not allowed";
}

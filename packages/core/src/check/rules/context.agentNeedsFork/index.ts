import { readText } from "../../../parse/node-readers.ts";
import { findEntry } from "../../../parse/yaml-node.ts";
import { placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "context.agentNeedsFork",
  category: "spec",
  severity: "warning",
  summary: "A skill that names an agent sets context: fork.",
  messages: {
    noFork:
      "The agent '{agent}' has no effect: only a skill with 'context: fork' runs in another agent. Add that line or remove agent.",
  },
  check({ parsed: { frontmatter } }, { report }) {
    const entry = findEntry(frontmatter, "agent");
    const agent = readText(entry?.value);
    if (!entry || agent === undefined || readText(findEntry(frontmatter, "context")?.value) === "fork")
      return;
    report({ message: "noFork", args: { agent }, span: placeOf(entry) });
  },
});

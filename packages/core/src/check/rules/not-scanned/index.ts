import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "not-scanned",
  category: "security",
  severity: "info",
  summary: "Everything in the skill was scanned.",
  messages: {
    used: "The skill uses {path}, which could not be scanned ({reason}). Review it by other means, or replace it with source text.",
    unread: "{path} was not scanned ({reason}). The absence of findings does not mean that it is harmless.",
    folder: "The folder {path} was not scanned. The absence of findings does not mean that it is harmless.",
    tooMany:
      "The skill has more files than are scanned. The absence of findings does not mean that the rest is harmless.",
  },
  threat: {
    owasp: ["AST08"],
    why: "What a skill runs or opens and no one can read may do anything that its user may do.",
    remedy:
      "Ship source text instead of binaries and encrypted archives, or review the content before installing the skill.",
    levels: { used: "medium" },
  },
  check(skill, { report }) {
    for (const { path, reason, isUsed } of skill.evidence().unread) {
      if (isUsed) report({ message: "used", args: { path, reason } });
      else if (reason === "folder") report({ message: "folder", args: { path } });
      else if (path === ".") report({ message: "tooMany" });
      else report({ message: "unread", args: { path, reason } });
    }
  },
});

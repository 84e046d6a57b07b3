import { readDeclaredLimits } from "../../../policy/declared-limits.ts";
import type { Action } from "../../../scan/evidence.ts";
import { inferNeeds, type Need, undeclared } from "../../../scan/infer-needs.ts";
import { at } from "../../actions/at.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "undeclared-need",
  category: "security",
  severity: "warning",
  summary: "The skill does no more than its security manifest declares.",
  messages: {
    network:
      "'{what}' uses the network, which the security manifest excludes; declare requiresNetwork: true, or remove it.",
    writes:
      "'{what}' changes files, which the security manifest excludes; declare modifiesFiles: true, or remove it.",
    commands:
      "'{what}' runs a command, which the security manifest excludes; declare executesCommands: true, or remove it.",
    otherFiles:
      "'{what}' is not a file of the skill, and the security manifest limits it to those; declare fileSystemScope: workspace, or remove it.",
    farFiles:
      "'{what}' is outside of the workspace, to which the security manifest limits the skill; declare fileSystemScope: system, or remove it.",
  },
  threat: {
    owasp: ["AST03"],
    why: "The manifest is what people agree to when they install a skill; what goes beyond it is refused when the skill runs, and may be hidden on purpose.",
    remedy: "Declare what the skill does, or remove what it does not need.",
    levels: {
      network: "medium",
      writes: "medium",
      commands: "medium",
      otherFiles: "low",
      farFiles: "medium",
    },
  },
  check(skill, { report }) {
    const declared = readDeclaredLimits(skill.parsed.manifest.security);
    if (declared === undefined) return;
    const needs = inferNeeds(skill.evidence());
    for (const need of undeclared(needs, declared)) {
      const action = needs.get(need);
      if (action)
        report({
          message: need,
          args: { what: excerpt(describe(action, need)) },
          ...at(action, rule.threat?.levels[need] ?? "medium"),
        });
    }
  },
});

function describe(action: Action, need: Need): string {
  if (action.kind === "run") return action.text;
  if (action.kind === "connect") return action.address ?? need;
  return action.kind === "evaluate" ? action.means : action.path;
}

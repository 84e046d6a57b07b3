import { findValue, type YamlMap, type YamlNode } from "../../../parse/yaml-node.ts";
import { readHookMatcher } from "../../../policy/hook-matcher.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "hooks.matcher",
  category: "quality",
  severity: "warning",
  summary: "The matcher of a hook can be matched.",
  messages: {
    refused:
      "The matcher '{matcher}' is refused: {fault}. Its hook runs on every tool; write tool names separated by |, or a regular expression without look-around and back references.",
  },
  check({ parsed }, { report }) {
    const hooks = findValue(parsed.frontmatter, "hooks");
    for (const entry of hooks?.kind === "map" ? hooks.entries.flatMap(({ value }) => mapsIn(value)) : []) {
      const matcher = findValue(entry, "matcher");
      if (matcher?.kind !== "scalar" || typeof matcher.value !== "string") continue;
      const read = readHookMatcher(matcher.text);
      if (typeof read === "function") continue;
      report({
        message: "refused",
        args: { matcher: matcher.text.slice(0, 64), fault: read.fault },
        span: matcher.span,
      });
    }
  },
});

function mapsIn(node: YamlNode): readonly YamlMap[] {
  return node.kind === "list" ? node.items.filter((item) => item.kind === "map") : [];
}

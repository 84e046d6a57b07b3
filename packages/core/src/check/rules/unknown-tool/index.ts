import { limits } from "../../../limits.ts";
import { tokenizeTools } from "../../../parse/tool-list.ts";
import { findValue, type YamlNode } from "../../../parse/yaml-node.ts";
import { isSkillTool } from "../../../policy/skill-tools.ts";
import { canonicalTool, isForeignTool, knownTools } from "../../../policy/tool-names.ts";
import type { Span } from "../../../text/span.ts";
import { suggest } from "../../../text/suggest.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "unknown-tool",
  category: "quality",
  severity: "warning",
  summary: "Every tool that a skill names exists in some agent.",
  messages: {
    misspelled: "No known agent has a tool named '{tool}'; did you mean '{suggestion}'?",
    unknown:
      "No known agent has a tool named '{tool}'; correct the name, or write an MCP tool as mcp__server__tool.",
  },
  check({ parsed }, { report }) {
    if (!parsed.manifest.requestedTools && !parsed.manifest.disallowedTools) return;
    const seen = new Set<string>();
    for (const field of ["allowed-tools", "allowed_tools", "disallowed-tools"]) {
      for (const { tool, span } of namedTools(parsed.text, findValue(parsed.frontmatter, field))) {
        if (!/^[a-z][\w.-]*$/i.test(tool) || isOffered(tool)) continue;
        if (seen.has(tool) || seen.size > limits.findingsPerRule) continue;
        seen.add(tool);
        const suggestion = suggest(tool, knownTools());
        if (suggestion === undefined) report({ message: "unknown", args: { tool }, span });
        else report({ message: "misspelled", args: { tool, suggestion }, span });
      }
    }
  },
});

function isOffered(tool: string): boolean {
  return isForeignTool(tool) || canonicalTool(tool) !== undefined || isSkillTool(tool);
}

type NamedTool = { readonly tool: string; readonly span: Span };

function namedTools(text: string, node: YamlNode | undefined): readonly NamedTool[] {
  if (node?.kind === "list")
    return node.items.flatMap((item) => (isMcpItem(item) ? [] : namedTools(text, item)));
  if (node?.kind !== "scalar" || node.value === null) return [];
  let from = node.span.start;
  return tokenizeTools(node.text).map(({ tool }) => {
    // Quotes and folding make the value differ from the source, so search for the tool.
    const found = text.indexOf(tool, from);
    const start = found === -1 || found > node.span.end ? node.span.start : found;
    from = start + tool.length;
    return { tool, span: { start, end: from } };
  });
}

/** A list item may be the name of an MCP tool that contains spaces: `Azure MCP/documentation`. */
function isMcpItem(item: YamlNode): boolean {
  return item.kind === "scalar" && !item.text.includes("(") && isForeignTool(item.text);
}

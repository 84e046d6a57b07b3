import { type ToolToken, tokenizeTools } from "../../../parse/tool-list.ts";
import type { YamlNode, YamlScalar } from "../../../parse/yaml-node.ts";
import type { Span } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "broad-tools",
  category: "security",
  severity: "warning",
  summary: "allowed-tools requests specific tools and commands, not all of them.",
  messages: {
    everyTool:
      "'{tool}' requests every tool, including ones added later; list the tools that the skill uses.",
    everyCommand:
      "'{tool}' requests every shell command; list the commands that the skill runs, such as Bash(git:*).",
    asRoot:
      "'{tool}' requests every command with another user's privileges; name the one command that needs them, or remove it.",
    everyServer: "'{tool}' requests every tool of every MCP server; name the servers that the skill uses.",
  },
  check({ parsed }, { report }) {
    const field = parsed.frontmatter?.entries.find(({ key }) => key.text === "allowed-tools");
    for (const scalar of field ? scalarsOf(field.value) : []) {
      for (const token of tokenizeTools(scalar.text)) {
        const message = breadthOf(token);
        if (message)
          report({ message, args: { tool: token.text }, span: placeOf(token, scalar, parsed.text) });
      }
    }
  },
});

function scalarsOf(node: YamlNode): readonly YamlScalar[] {
  if (node.kind === "scalar") return [node];
  return node.kind === "list" ? node.items.flatMap(scalarsOf) : [];
}

const shells: ReadonlySet<string> = new Set(["bash", "shell", "powershell"]);

type Breadth = "everyTool" | "everyCommand" | "asRoot" | "everyServer";

function breadthOf({ tool, pattern, text }: ToolToken): Breadth | undefined {
  if (/^\*+(?:\(.*\))?$/.test(text)) return "everyTool";
  if (/^mcp__\*/.test(tool)) return "everyServer";
  if (pattern === undefined || !shells.has(tool.toLowerCase())) return undefined;
  if (pattern.includes("*") && /^[*:\s]+$/.test(pattern)) return "everyCommand";
  return /^(?:sudo|doas|su)(?:[:\s]+-?\*+|\*)?$/.test(pattern.trim()) ? "asRoot" : undefined;
}

/** The span of the token in the file; the whole value if quotes or line breaks split it. */
function placeOf(token: ToolToken, { span }: YamlScalar, text: string): Span {
  // Quotes, escapes and indentation only move a token to the right of its offset in the value.
  const start = text.indexOf(token.text, span.start + token.span.start);
  return start === -1 || start >= span.end ? span : { start, end: start + token.text.length };
}

import { tokenizeTools } from "../../../parse/tool-list.ts";
import { findEntry, type YamlNode, type YamlScalar } from "../../../parse/yaml-node.ts";
import type { Span } from "../../../text/span.ts";

import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "allowed-tools.syntax",
  category: "spec",
  severity: "error",
  summary: "Parentheses in allowed-tools are balanced.",
  messages: {
    unbalanced:
      "Unbalanced parentheses in '{entry}'; expected a tool, or a tool with a pattern such as 'Bash(git:*)'. Add or remove a parenthesis.",
  },
  check({ parsed: { frontmatter, text } }, { report }) {
    for (const scalar of scalarsOf(findEntry(frontmatter, "allowed-tools")?.value)) {
      const locate = createLocator(text, scalar);
      for (const token of tokenizeTools(scalar.text)) {
        if (token.balanced) continue;
        report({
          message: "unbalanced",
          args: { entry: shorten(token.text) },
          span: locate(token.span),
        });
      }
    }
  },
});

function scalarsOf(node: YamlNode | undefined): readonly YamlScalar[] {
  const nodes = node?.kind === "list" ? node.items : [node];
  return nodes.filter((one) => one?.kind === "scalar");
}

/** Finds parts of a scalar in the file; the whole scalar if it is folded or escaped. */
function createLocator(text: string, { span, text: value }: YamlScalar): (part: Span) => Span {
  const offset = text.slice(span.start, span.end).indexOf(value);
  const start = span.start + offset;
  return (part) => (offset === -1 ? span : { start: start + part.start, end: start + part.end });
}

// An unclosed parenthesis extends to the end of the value.
function shorten(entry: string): string {
  return entry.length > 40 ? `${entry.slice(0, 40)}…` : entry;
}

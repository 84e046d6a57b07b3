import type { Fix } from "../../../finding.ts";
import { type ToolToken, tokenizeTools } from "../../../parse/tool-list.ts";
import {
  findEntry,
  typeName,
  type YamlEntry,
  type YamlList,
  type YamlScalar,
} from "../../../parse/yaml-node.ts";
import type { Span } from "../../../text/span.ts";
import { placeOf, rewriteAsScalar, toScalar } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "allowed-tools.type",
  category: "spec",
  severity: "warning",
  summary: "allowed-tools is a string of tools separated by spaces.",
  messages: {
    list: "allowed-tools is a list; the standard expects a string with spaces between the entries. Claude Code and Skillwright read both; other clients ignore a list. Write it as a string.",
    commas:
      "The entries of allowed-tools are separated by commas; the standard expects spaces. Claude Code, deepagents and Skillwright read both; other clients treat the commas as part of the names. Use spaces instead of commas.",
    other:
      "allowed-tools is a {found}; expected tools separated by spaces, such as 'Read Bash(git:*)'. List the tools or remove the field.",
  },
  check({ parsed: { frontmatter, text } }, { report }) {
    const entry = findEntry(frontmatter, "allowed-tools");
    const problem = entry && observe(entry, text);
    if (!problem) return;
    report({ ...problem, fix: frontmatter?.flow ? undefined : problem.fix });
  },
});

type Problem = { readonly span: Span; readonly fix?: Fix | undefined } & (
  | { readonly message: "list" | "commas" }
  | { readonly message: "other"; readonly args: { readonly found: string } }
);

function observe(entry: YamlEntry, text: string): Problem | undefined {
  const { value } = entry;
  const span = placeOf(entry);
  if (value.kind === "list") {
    const tools = toolsOfList(value);
    const fix = tools && rewriteAsScalar(text, entry, toScalar(tools.join(" ")));
    return { message: "list", span, fix };
  }
  if (value.kind === "map" || typeof value.value !== "string") {
    return { message: "other", args: { found: typeName(value) }, span };
  }
  const tokens = tokenizeTools(value.text);
  if (!gapsOf(value.text, tokens).some((gap) => gap.includes(","))) return undefined;
  return { message: "commas", span, fix: replaceCommas(value, tokens) };
}

/** The entries of a list, if each is exactly one tool, so that joining them with spaces loses nothing. */
function toolsOfList(list: YamlList): readonly string[] | undefined {
  const tools = list.items.flatMap((item) => (item.kind === "scalar" ? [item.text.trim()] : []));
  const isOneTool = (tool: string): boolean => {
    const [token, ...rest] = tokenizeTools(tool);
    return token?.text === tool && token.balanced && rest.length === 0;
  };
  return tools.length === list.items.length && tools.length > 0 && tools.every(isOneTool) ? tools : undefined;
}

/** The text between and after the entries. */
function gapsOf(text: string, tokens: readonly ToolToken[]): readonly string[] {
  return tokens.map(({ span }, index) => text.slice(span.end, tokens[index + 1]?.span.start ?? text.length));
}

function replaceCommas(value: YamlScalar, tokens: readonly ToolToken[]): Fix | undefined {
  const isClear = gapsOf(value.text, tokens)
    .slice(0, -1)
    .every((gap) => gap.includes(","));
  if (!isClear || !tokens.every((token) => token.balanced)) return undefined;
  // Clients that split at commas also split at spaces, so they read the same tools. The exception is a space inside
  // parentheses: a client that does not count parentheses reads `Bash(git add *)` correctly only between commas.
  const safe = !tokens.some((token) => /\s/.test(token.text));
  const edits = [{ span: value.span, text: toScalar(tokens.map((token) => token.text).join(" ")) }];
  return { title: "Separate the tools with spaces", safe, edits };
}

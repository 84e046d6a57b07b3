import { compileGlob } from "../text/glob.ts";
import { policyLimits } from "./limits.ts";
import type { Match } from "./match-name.ts";
import { ownName } from "./skill-tools.ts";
import { canonicalTool } from "./tool-names.ts";

/** A tool name as called. `strange` names cannot be compared with anything. */
export type ToolName = {
  readonly kind: "known" | "mcp" | "other" | "strange";
  /** The canonical name in lower case; `mcp__server__tool` as spelled. */
  readonly name: string;
  readonly asked: string;
  /** Its spellings without case and punctuation. */
  readonly folded: readonly string[];
};

/** The tool name of a rule, compiled. A `strange` one might match every tool. */
export type ToolNamePattern = {
  readonly kind: "any" | "exact" | "glob" | "mcp" | "strange";
  readonly name: string;
  readonly matches: (name: string) => boolean;
  /** For folded names: whether it might match. */
  readonly mightMatch: (folded: string) => boolean;
};

export function readToolName(asked: string): ToolName {
  if (!/^[\x21-\x7e]+$/.test(asked) || asked.length > policyLimits.toolNameCharacters)
    return { kind: "strange", name: asked, asked, folded: [] };
  const known = canonicalTool(asked)?.toLowerCase();
  if (known !== undefined) return { kind: "known", name: known, asked, folded: [known, fold(asked)] };
  const name = isMcpName(asked) ? toMcpName(asked) : asked.toLowerCase();
  // Agents also write `server__tool` for MCP tools.
  const folded = asked.includes("__")
    ? [fold(name), `mcp_${fold(asked)}`, fold(ownName(asked))]
    : [fold(name)];
  return { kind: isMcpName(asked) ? "mcp" : "other", name, asked, folded };
}

export function compileToolName(text: string): ToolNamePattern {
  // `Bash[git]` and the like are mistakes, not tool names.
  if (!/^[\w.:/@*?-]+$/.test(text) || text.length > policyLimits.toolNameCharacters) return strangePattern;
  if (/^\*+$/.test(text)) return { ...strangePattern, kind: "any" };
  const tool = readToolName(text.replace(/\*+/g, "*"));
  const name = tool.kind === "mcp" ? toMcpPattern(tool.name) : tool.name;
  const mightMatch = compileName(fold(name));
  if (tool.kind === "mcp") return { kind: "mcp", name, matches: compileMcp(name), mightMatch };
  return { kind: /[*?]/.test(name) ? "glob" : "exact", name, matches: compileName(name), mightMatch };
}

/** Whether a rule matches a tool. Another spelling of an MCP server's name is never certainly that server. */
export function matchToolName(pattern: ToolNamePattern, tool: ToolName): Match {
  if (tool.kind === "strange" || pattern.kind === "strange") return "unknown";
  if (pattern.kind === "any") return "yes";
  if (tool.name.startsWith(anyServer)) return matchOnAnyServer(pattern, tool);
  if ((pattern.kind === "mcp") === (tool.kind === "mcp")) {
    if (pattern.matches(tool.name)) return "yes";
    if (pattern.kind === "glob" && pattern.matches(tool.asked.toLowerCase())) return "yes";
  }
  return tool.folded.some(pattern.mightMatch) ? "unknown" : "no";
}

/** Prefix of an MCP tool whose server the agent does not tell, as in Cursor. */
const anyServer = "mcp__*__";

/** A rule for this tool of one server might match; only a rule for all servers certainly does. */
function matchOnAnyServer({ kind, name, matches, mightMatch }: ToolNamePattern, tool: ToolName): Match {
  if (name.startsWith(anyServer) && matches(tool.name)) return "yes";
  if (kind === "glob") return name.startsWith("mcp") || tool.folded.some(mightMatch) ? "unknown" : "no";
  // The end of the server name is ambiguous, so every suffix may be the tool name.
  const parts = kind === "mcp" ? name.split("__").slice(2) : [name];
  const rests = parts.map((_, index) => fold(parts.slice(index).join("__")));
  const own = fold(tool.name.slice(anyServer.length));
  return rests.some((rest) => compileName(rest)(own)) ? "unknown" : "no";
}

const strangePattern: ToolNamePattern = {
  kind: "strange",
  name: "",
  matches: () => false,
  mightMatch: () => true,
};

/** Most names differ in their first letters, which is cheap to check. */
function compileName(pattern: string): (name: string) => boolean {
  const start = pattern.split(/[*?]/)[0] ?? "";
  if (start === pattern) return (name) => name === pattern;
  const matches = compileGlob(pattern, { whole: true });
  return (name) => name.startsWith(start) && matches(name);
}

/** `mcp__server__tool`, `server:tool`, `server/tool`, `@server`. */
function isMcpName(text: string): boolean {
  return /^mcp__|[@:/]/i.test(text);
}

function toMcpName(text: string): string {
  if (/^mcp__/i.test(text)) return `mcp__${text.slice("mcp__".length)}`;
  return `mcp__${text.replace(/^@/, "").replace(/[:/]/g, "__")}`;
}

/** A server alone means all its tools. */
function toMcpPattern(name: string): string {
  return name.indexOf("__", "mcp__".length) === -1 ? `${name}__*` : name;
}

/**
 * `mcp__a__b__c` may be `b__c` of server `a` or `c` of server `a__b`, so only a rule with the whole name, or one for
 * every MCP tool, certainly matches it.
 */
function compileMcp(pattern: string): (name: string) => boolean {
  if (pattern === "mcp__*__*") return () => true;
  const matches = compileName(pattern.replaceAll("__", "/"));
  return (name) => name === pattern || (isClearMcpName(name) && matches(name.replaceAll("__", "/")));
}

function isClearMcpName(name: string): boolean {
  return !name.includes("___") && /^mcp__[^/]+$/.test(name) && name.split("__").length === 3;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9*?]+/g, "_");
}

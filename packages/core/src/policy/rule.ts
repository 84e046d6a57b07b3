import type { ToolPattern } from "../parse/tool-list.ts";
import { compileHostPattern, type HostPattern } from "./match-host.ts";
import { compileNamePattern, type NamePattern } from "./match-name.ts";
import { compileToolName, type ToolNamePattern } from "./match-tool.ts";
import { compilePathPattern, type PathPattern } from "./path-pattern.ts";
import { type CommandPattern, compileCommandPattern } from "./shell/command-pattern.ts";
import { canonicalTool } from "./tool-names.ts";

/** One pattern of a policy, compiled. */
export type Rule = {
  /** As written. */
  readonly text: string;
  readonly tool: ToolNamePattern;
  /** Which uses of the tool it matches; all if absent. */
  readonly uses?: Uses;
};

type Uses =
  | { readonly kind: "command"; readonly pattern: CommandPattern }
  /** Deny and ask rules on reading or changing a file apply to these tools too. */
  | { readonly kind: "path"; readonly pattern: PathPattern; readonly kin: ReadonlySet<string> }
  | { readonly kind: "host"; readonly pattern: HostPattern }
  | { readonly kind: "name"; readonly pattern: NamePattern }
  /** It is unclear which. */
  | { readonly kind: "unclear" };

/** Compiles a list of patterns, cached by identity since policy lists never change. */
export function compileRules(patterns: readonly ToolPattern[] = none): readonly Rule[] {
  const known = compiled.get(patterns);
  if (known) return known;
  const rules = patterns.map(compileRule);
  compiled.set(patterns, rules);
  return rules;
}

/** Whether all of a pattern is clear. */
export function isClearRule(pattern: ToolPattern): boolean {
  const { tool, uses } = compileRule(pattern);
  return tool.kind !== "strange" && uses?.kind !== "unclear";
}

const none: readonly ToolPattern[] = [];
const compiled = new WeakMap<readonly ToolPattern[], readonly Rule[]>();

function compileRule({ text, tool, pattern }: ToolPattern): Rule {
  // An unclosed parenthesis: only the name before it is known.
  const open = tool.indexOf("(");
  if (open !== -1) return { text, tool: compileToolName(tool.slice(0, open)), uses: { kind: "unclear" } };
  const name = compileToolName(tool);
  return pattern === undefined ? { text, tool: name } : { text, tool: name, ...readUses(tool, pattern) };
}

function readUses(tool: string, pattern: string): Pick<Rule, "uses"> {
  const name = canonicalTool(tool) ?? "";
  // Empty, or an unfilled variable.
  if (pattern.trim() === "" || /\$\{|\{\w+\}/.test(pattern)) return { uses: { kind: "unclear" } };
  if (fileTools.has(name)) return { uses: readPathUses(name, pattern) };
  if (pattern.trim() === "*") return {};
  return { uses: readOtherUses(name, tool, pattern) };
}

const fileTools: ReadonlySet<string> = new Set([
  "Read",
  "Write",
  "Edit",
  "MultiEdit",
  "DeleteFile",
  "MoveFile",
  "CreateDirectory",
  "NotebookEdit",
  "NotebookRead",
  "Glob",
  "Grep",
  "LS",
]);

/** Tools that change files, in lower case. */
export const changing: ReadonlySet<string> = new Set([
  "write",
  "edit",
  "multiedit",
  "notebookedit",
  "deletefile",
  "movefile",
  "createdirectory",
]);
const kinOf: Readonly<Record<string, ReadonlySet<string>>> = {
  // An edit reveals content through its error, and a moved file can be read under its new name.
  Read: new Set(["notebookread", "grep", "edit", "multiedit", "notebookedit", "movefile"]),
  Write: changing,
  Edit: changing,
};
const noKin: ReadonlySet<string> = new Set();

function readPathUses(tool: string, text: string): Uses {
  const pattern = compilePathPattern(text);
  return pattern ? { kind: "path", pattern, kin: kinOf[tool] ?? noKin } : { kind: "unclear" };
}

function readOtherUses(name: string, tool: string, text: string): Uses {
  // PowerShell is an alias of the shell with a different grammar.
  if (name === "Bash" && !/^powershell$/i.test(tool)) {
    const pattern = compileCommandPattern(text);
    return pattern.kind === "unclear" ? { kind: "unclear" } : { kind: "command", pattern };
  }
  const host = name === "WebFetch" ? compileHostPattern(text) : undefined;
  if (host) return { kind: "host", pattern: host };
  const agent = name === "Skill" || name === "Task" ? compileNamePattern(text) : undefined;
  return agent ? { kind: "name", pattern: agent } : { kind: "unclear" };
}

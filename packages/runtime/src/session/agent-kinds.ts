import { tokenizeTools } from "@skillwright/core/parse";
import type { PolicyLayer } from "@skillwright/core/policy";

/** A kind of sub-agent: which tools it may use, and general instructions. */
export type AgentKind = {
  /** The only tools it may use, as in `allowed-tools`; all if absent. */
  readonly tools?: readonly string[];
  /** Precedes the skill's own instructions. */
  readonly instructions?: string;
};

export type NamedKind = AgentKind & { readonly name: string };

/** Read-only: no command here can write a file. */
const reading = [
  "Read",
  "Glob",
  "Grep",
  // Confined scripts read what they are shown and write to their own folder.
  "skills_run_script",
  ...["log", "shortlog", "show", "diff", "status", "blame", "ls-files"].map((word) => `Bash(git ${word}:*)`),
  ...["ls", "cat", "head", "tail", "wc"].map((program) => `Bash(${program}:*)`),
];

/** The kinds that skills written for Claude Code ask for. */
const known: Readonly<Record<string, AgentKind>> = {
  "general-purpose": {},
  explore: {
    tools: reading,
    instructions: "You look around and report what you find. You change nothing.",
  },
  plan: { tools: reading, instructions: "You work out a plan and explain it. You change nothing." },
};

/** The kind a skill asks for, ignoring case; otherwise the known names. */
export function findAgentKind(
  asked: string | undefined,
  own: Readonly<Record<string, AgentKind>>,
): NamedKind | { readonly names: readonly string[] } {
  const kinds = { ...known, ...own };
  const wanted = (asked ?? "general-purpose").toLowerCase();
  const found = Object.entries(kinds).findLast(([name]) => name.toLowerCase() === wanted);
  if (found === undefined) return { names: Object.keys(kinds) };
  const [name, kind] = found;
  return { name, ...kind };
}

/** What a kind adds to the restrictions of its sub-agent. */
export function kindLayers({ name, tools }: NamedKind): readonly PolicyLayer[] {
  if (tools === undefined) return [];
  return [{ kind: "skill", name: `agent ${name}`, only: tools.flatMap(tokenizeTools) }];
}

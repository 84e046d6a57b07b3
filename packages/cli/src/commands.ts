import type { Command } from "./command.ts";

export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
};

/** All commands. Each is loaded only when called, to keep start-up fast. */
export const commands: readonly CommandEntry[] = [
  {
    name: "new",
    summary: "Create a skill from a template.",
    load: async () => (await import("./commands/new/new.ts")).newCommand,
  },
  {
    name: "check",
    summary: "Find problems in skills and fix them (validate + lint + scan).",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "validate",
    summary: "Check skills against the Agent Skills standard.",
    load: async () => (await import("./commands/check.ts")).validateCommand,
  },
  {
    name: "lint",
    summary: "Check the quality of skills.",
    load: async () => (await import("./commands/check.ts")).lintCommand,
  },
  {
    name: "scan",
    summary: "Scan skills for security risks.",
    load: async () => (await import("./commands/check.ts")).scanCommand,
  },
  {
    name: "test",
    summary: "Run a skill's tests in a sandbox.",
    load: async () => (await import("./commands/test.ts")).testCommand,
  },
  {
    name: "eval",
    summary: "Measure with a model whether a skill helps and when agents use it.",
    load: async () => (await import("./commands/eval.ts")).evalCommand,
  },
  {
    name: "show",
    summary: "Show a skill in the terminal.",
    load: async () => (await import("./commands/show/show.ts")).showCommand,
  },
  {
    name: "read-properties",
    summary: "Print a skill's properties as JSON.",
    load: async () => (await import("./commands/read-properties.ts")).readPropertiesCommand,
  },
  {
    name: "to-prompt",
    summary: "Print the skill list that a model receives.",
    load: async () => (await import("./commands/to-prompt.ts")).toPromptCommand,
  },
  {
    name: "balance",
    summary: "Show the trits of skills and whether they balance.",
    load: async () => (await import("./commands/balance.ts")).balanceCommand,
  },
  {
    name: "list",
    summary: "List the skills that agents find here.",
    load: async () => (await import("./commands/list/list.ts")).listCommand,
  },
  {
    name: "search",
    summary: "Find skills for a request.",
    load: async () => (await import("./commands/search/search.ts")).searchCommand,
  },
  {
    name: "explain",
    summary: "Show which skill a name refers to, and why.",
    load: async () => (await import("./commands/explain.ts")).explainCommand,
  },
  {
    name: "use",
    summary: "Print what a model receives when it uses a skill.",
    load: async () => (await import("./commands/use.ts")).useCommand,
  },
  {
    name: "exec",
    summary: "Run one script of a skill in a sandbox.",
    load: async () => (await import("./commands/exec/exec.ts")).execCommand,
  },
  {
    name: "run",
    summary: "Run an agent on a task with your skills.",
    load: async () => (await import("./commands/run/run.ts")).runCommand,
  },
  {
    name: "mcp",
    summary: "Serve skills to agents over MCP, and guard other MCP servers.",
    load: async () => (await import("./commands/mcp.ts")).mcpCommand,
  },
  {
    name: "trust",
    summary: "Trust the skills of a project.",
    load: async () => (await import("./commands/trust/trust.ts")).trustCommand,
  },
  {
    name: "doctor",
    summary: "Report which folders are searched, what is broken, and what the skill list costs.",
    load: async () => (await import("./commands/doctor/doctor.ts")).doctorCommand,
  },
  {
    name: "policy",
    summary: "Explain whether a tool call is allowed, and by which rule.",
    load: async () => (await import("./commands/policy.ts")).policyCommand,
  },
  {
    name: "audit",
    summary: "Show, follow, verify and export the audit log.",
    load: async () => (await import("./commands/audit/audit.ts")).auditCommand,
  },
  {
    name: "guard",
    summary: "Enforce allowed-tools and your policies inside other agents, through their hooks.",
    load: async () => (await import("./commands/guard/guard.ts")).guardCommand,
  },
  {
    name: "rules",
    summary: "List the rules and profiles, or explain one rule.",
    load: async () => (await import("./commands/rules.ts")).rulesCommand,
  },
];

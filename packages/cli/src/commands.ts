import type { Command } from "./command.ts";

export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
};

/** All commands; each is loaded only when it is called, so that every one starts at once. */
export const commands: readonly CommandEntry[] = [
  {
    name: "new",
    summary: "Create a skill from a template.",
    load: async () => (await import("./commands/new.ts")).newCommand,
  },
  {
    name: "check",
    summary: "Find what is wrong with skills, and fix it: validate, lint and scan in one.",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "validate",
    summary: "Check skills against the standard.",
    load: async () => (await import("./commands/check.ts")).validateCommand,
  },
  {
    name: "lint",
    summary: "Check skills for what makes them work badly.",
    load: async () => (await import("./commands/check.ts")).lintCommand,
  },
  {
    name: "scan",
    summary: "Check skills for what makes them dangerous.",
    load: async () => (await import("./commands/check.ts")).scanCommand,
  },
  {
    name: "test",
    summary: "Run the tests of skills, in a sandbox.",
    load: async () => (await import("./commands/test.ts")).testCommand,
  },
  {
    name: "eval",
    summary: "Find out with a model whether a skill helps, and when agents use it.",
    load: async () => (await import("./commands/eval.ts")).evalCommand,
  },
  {
    name: "show",
    summary: "Render a skill for the terminal.",
    load: async () => (await import("./commands/show.ts")).showCommand,
  },
  {
    name: "read-properties",
    summary: "Print a skill's properties as JSON.",
    load: async () => (await import("./commands/read-properties.ts")).readPropertiesCommand,
  },
  {
    name: "to-prompt",
    summary: "Print the list of skills that goes before a model.",
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
    load: async () => (await import("./commands/list.ts")).listCommand,
  },
  {
    name: "search",
    summary: "Find the skills that fit a request.",
    load: async () => (await import("./commands/search.ts")).searchCommand,
  },
  {
    name: "explain",
    summary: "Say which skill a name stands for, and why.",
    load: async () => (await import("./commands/explain.ts")).explainCommand,
  },
  {
    name: "use",
    summary: "Print what a model gets when it uses a skill.",
    load: async () => (await import("./commands/use.ts")).useCommand,
  },
  {
    name: "exec",
    summary: "Run one script of a skill, in a sandbox.",
    load: async () => (await import("./commands/exec.ts")).execCommand,
  },
  {
    name: "run",
    summary: "Let an agent do a task with your skills.",
    load: async () => (await import("./commands/run.ts")).runCommand,
  },
  {
    name: "mcp",
    summary: "Serve skills to any agent over MCP, and guard other MCP servers.",
    load: async () => (await import("./commands/mcp.ts")).mcpCommand,
  },
  {
    name: "trust",
    summary: "Vouch for the skills of a project.",
    load: async () => (await import("./commands/trust.ts")).trustCommand,
  },
  {
    name: "doctor",
    summary: "Say what is searched, what is broken and what it costs.",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
  {
    name: "policy",
    summary: "Say whether a tool call may run, and which rule decides.",
    load: async () => (await import("./commands/policy.ts")).policyCommand,
  },
  {
    name: "audit",
    summary: "Show, follow, verify and export the record of what skills did.",
    load: async () => (await import("./commands/audit.ts")).auditCommand,
  },
  {
    name: "guard",
    summary: "Hold other agents to their skills' lists and your policies, as their hook.",
    load: async () => (await import("./commands/guard.ts")).guardCommand,
  },
  {
    name: "rules",
    summary: "List the rules and profiles, or explain one rule.",
    load: async () => (await import("./commands/rules.ts")).rulesCommand,
  },
];

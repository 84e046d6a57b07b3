import type { Command } from "./command.ts";

export type CommandEntry = {
  readonly name: string;
  readonly group: "author" | "use";
  readonly summary: string;
  readonly load: () => Promise<Command>;
};

/** All commands; each is loaded only when it is called, so that every one starts at once. */
export const commands: readonly CommandEntry[] = [
  {
    name: "new",
    group: "author",
    summary: "Create a skill from a template.",
    load: async () => (await import("./commands/new.ts")).newCommand,
  },
  {
    name: "check",
    group: "author",
    summary: "Find what is wrong with skills, and fix it: validate, lint and scan in one.",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "validate",
    group: "author",
    summary: "Check skills against the standard.",
    load: async () => (await import("./commands/check.ts")).validateCommand,
  },
  {
    name: "lint",
    group: "author",
    summary: "Check skills for what makes them work badly.",
    load: async () => (await import("./commands/check.ts")).lintCommand,
  },
  {
    name: "scan",
    group: "author",
    summary: "Check skills for what makes them dangerous.",
    load: async () => (await import("./commands/check.ts")).scanCommand,
  },
  {
    name: "show",
    group: "author",
    summary: "Render a skill for the terminal.",
    load: async () => (await import("./commands/show.ts")).showCommand,
  },
  {
    name: "read-properties",
    group: "author",
    summary: "Print a skill's properties as JSON.",
    load: async () => (await import("./commands/read-properties.ts")).readPropertiesCommand,
  },
  {
    name: "to-prompt",
    group: "author",
    summary: "Print the list of skills that goes before a model.",
    load: async () => (await import("./commands/to-prompt.ts")).toPromptCommand,
  },
  {
    name: "balance",
    group: "author",
    summary: "Show the trits of skills and whether they balance.",
    load: async () => (await import("./commands/balance.ts")).balanceCommand,
  },
  {
    name: "rules",
    group: "author",
    summary: "List the rules and profiles, or explain one rule.",
    load: async () => (await import("./commands/rules.ts")).rulesCommand,
  },
];

import type { Command } from "./command.ts";

export type CommandGroup = "author" | "use" | "share" | "govern";

export type CommandEntry = {
  readonly name: string;
  readonly group: CommandGroup;
  readonly summary: string;
  readonly load: () => Promise<Command>;
};

/** All commands, by group. Each is loaded only when called, to keep start-up fast. */
export const commands: readonly CommandEntry[] = [
  {
    name: "new",
    group: "author",
    summary: "Create a skill from a template.",
    load: async () => (await import("./commands/new/new.ts")).newCommand,
  },
  {
    name: "check",
    group: "author",
    summary: "Find and fix problems in skills (validate + lint + scan).",
    load: async () => (await import("./commands/check/check.ts")).checkCommand,
  },
  {
    name: "validate",
    group: "author",
    summary: "Check skills against the Agent Skills standard.",
    load: async () => (await import("./commands/check/check.ts")).validateCommand,
  },
  {
    name: "lint",
    group: "author",
    summary: "Check the quality of skills.",
    load: async () => (await import("./commands/check/check.ts")).lintCommand,
  },
  {
    name: "scan",
    group: "author",
    summary: "Scan skills for security risks.",
    load: async () => (await import("./commands/check/check.ts")).scanCommand,
  },
  {
    name: "rules",
    group: "author",
    summary: "List the rules and profiles, or explain one rule.",
    load: async () => (await import("./commands/rules.ts")).rulesCommand,
  },
  {
    name: "test",
    group: "author",
    summary: "Run a skill's tests in a sandbox.",
    load: async () => (await import("./commands/test/test.ts")).testCommand,
  },
  {
    name: "eval",
    group: "author",
    summary: "Measure whether a skill helps, and when agents use it.",
    load: async () => (await import("./commands/eval/eval.ts")).evalCommand,
  },
  {
    name: "show",
    group: "author",
    summary: "Show a skill in the terminal.",
    load: async () => (await import("./commands/show/show.ts")).showCommand,
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
    summary: "Print the skill list that a model receives.",
    load: async () => (await import("./commands/to-prompt.ts")).toPromptCommand,
  },
  {
    name: "balance",
    group: "author",
    summary: "Show the trits of skills and whether they balance.",
    load: async () => (await import("./commands/balance.ts")).balanceCommand,
  },
  {
    name: "list",
    group: "use",
    summary: "List the skills that agents find here.",
    load: async () => (await import("./commands/list/list.ts")).listCommand,
  },
  {
    name: "search",
    group: "use",
    summary: "Find skills for a request.",
    load: async () => (await import("./commands/search/search.ts")).searchCommand,
  },
  {
    name: "explain",
    group: "use",
    summary: "Show which skill a name refers to, and why.",
    load: async () => (await import("./commands/explain.ts")).explainCommand,
  },
  {
    name: "use",
    group: "use",
    summary: "Print what a model receives when it uses a skill.",
    load: async () => (await import("./commands/use.ts")).useCommand,
  },
  {
    name: "exec",
    group: "use",
    summary: "Run one script of a skill in a sandbox.",
    load: async () => (await import("./commands/exec/exec.ts")).execCommand,
  },
  {
    name: "run",
    group: "use",
    summary: "Run an agent on a task with your skills.",
    load: async () => (await import("./commands/run/run.ts")).runCommand,
  },
  {
    name: "mcp",
    group: "use",
    summary: "Serve skills to agents over MCP, and guard other MCP servers.",
    load: async () => (await import("./commands/mcp/mcp.ts")).mcpCommand,
  },
  {
    name: "guard",
    group: "use",
    summary: "Enforce allowed-tools and policies inside other agents.",
    load: async () => (await import("./commands/guard/guard.ts")).guardCommand,
  },
  {
    name: "trust",
    group: "use",
    summary: "Trust the skills of a project.",
    load: async () => (await import("./commands/trust/trust.ts")).trustCommand,
  },
  {
    name: "doctor",
    group: "use",
    summary: "Report skill folders, problems and context cost.",
    load: async () => (await import("./commands/doctor/doctor.ts")).doctorCommand,
  },
  {
    name: "completion",
    group: "use",
    summary: "Print a completion script for bash, zsh or fish.",
    load: async () => (await import("./commands/completion.ts")).createCompletionCommand(commands),
  },
  {
    name: "add",
    group: "share",
    summary: "Install skills from repositories, folders, sites and registries.",
    load: async () => (await import("./commands/add/add.ts")).addCommand,
  },
  {
    name: "update",
    group: "share",
    summary: "Update installed skills; your edits stay or are merged.",
    load: async () => (await import("./commands/update.ts")).updateCommand,
  },
  {
    name: "outdated",
    group: "share",
    summary: "List installed skills that have newer releases.",
    load: async () => (await import("./commands/outdated.ts")).outdatedCommand,
  },
  {
    name: "remove",
    group: "share",
    summary: "Remove installed skills; your own files stay.",
    load: async () => (await import("./commands/remove/remove.ts")).removeCommand,
  },
  {
    name: "verify",
    group: "share",
    summary: "Compare the installed skills with the lock.",
    load: async () => (await import("./commands/verify/verify.ts")).verifyCommand,
  },
  {
    name: "why",
    group: "share",
    summary: "Explain why a skill is installed.",
    load: async () => (await import("./commands/why.ts")).whyCommand,
  },
  {
    name: "undo",
    group: "share",
    summary: "Take back the last change to the installed skills.",
    load: async () => (await import("./commands/undo.ts")).undoCommand,
  },
  {
    name: "export",
    group: "share",
    summary: "Print the lock as a skills-lock.json, for other tools.",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    name: "pack",
    group: "share",
    summary: "Pack a skill into one file, with the same bytes on every machine.",
    load: async () => (await import("./commands/pack/pack.ts")).packCommand,
  },
  {
    name: "publish",
    group: "share",
    summary: "Publish skills to a hub, an npm or OCI registry, or a static site.",
    load: async () => (await import("./commands/publish/publish.ts")).publishCommand,
  },
  {
    name: "keys",
    group: "share",
    summary: "Create and list keys, and sign skills with them.",
    load: async () => (await import("./commands/keys/keys.ts")).keysCommand,
  },
  {
    name: "login",
    group: "share",
    summary: "Store tokens for hubs, sites and registries.",
    load: async () => (await import("./commands/login.ts")).loginCommand,
  },
  {
    name: "hub",
    group: "govern",
    summary: "Run a team's hub: registry, approvals, revocation, audit.",
    load: async () => (await import("./commands/hub/hub.ts")).hubCommand,
  },
  {
    name: "sync",
    group: "govern",
    summary: "Apply what your organization's hub deploys, revokes and demands.",
    load: async () => (await import("./commands/sync/sync.ts")).syncCommand,
  },
  {
    name: "approve",
    group: "govern",
    summary: "Review, approve and reject versions that wait for approval on the hub.",
    load: async () => (await import("./commands/governance/approve.ts")).approveCommand,
  },
  {
    name: "deploy",
    group: "govern",
    summary: "Deploy an approved skill to every agent of a tenant, or of all.",
    load: async () => (await import("./commands/governance/deploy.ts")).deployCommand,
  },
  {
    name: "revoke",
    group: "govern",
    summary: "Stop a skill, a publisher, an agent or a user everywhere at once.",
    load: async () => (await import("./commands/governance/revoke.ts")).revokeCommand,
  },
  {
    name: "policy",
    group: "govern",
    summary: "Explain whether a tool call is allowed; manage the hub's policies.",
    load: async () => (await import("./commands/policy/policy.ts")).policyCommand,
  },
  {
    name: "audit",
    group: "govern",
    summary: "Show, follow, verify and export the audit log.",
    load: async () => (await import("./commands/audit/audit.ts")).auditCommand,
  },
];

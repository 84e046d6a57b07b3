import type { Command, Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { guardHook } from "./guard-hook.ts";

/** Enforcement inside other agents: the command that their hooks call, and what writes it into their settings. */
export const guardCommand: Command = {
  ...guardHook,
  usage: "[install | uninstall | status] [--agent NAME] [options]",
  flags: {
    ...guardHook.flags,
    project: { type: "boolean", help: "install: in the settings of this project." },
    user: { type: "boolean", help: "install: in the settings of the user (the default)." },
    "dry-run": { type: "boolean", help: "install: show what would change, and change nothing." },
    json: { type: "boolean", help: "install, status: machine-readable output." },
  },
  notes: `install writes the hook into an agent's settings and leaves the rest of the file as it was;
uninstall takes it out again; status says where it is, and whether it can work.
--policy and --lifetime become part of the hook. Agents: claude-code, codex, gemini-cli, cursor, copilot.

Without a word it is the hook itself.
${guardHook.notes}`,
  examples: [
    "skillwright guard install --agent claude-code",
    "skillwright guard status",
    ...guardHook.examples,
  ],
  run: (invocation, io) => {
    const action =
      invocation.positionals.length === 1 ? actions.get(invocation.positionals[0] ?? "") : undefined;
    return (action ?? guardHook.run)(invocation, io);
  },
};

type Action = (invocation: Invocation, io: Io) => Promise<number>;

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    install: async (invocation, io) => (await import("./guard-install.ts")).runHookInstall(invocation, io),
    uninstall: async (invocation, io) =>
      (await import("./guard-install.ts")).runHookUninstall(invocation, io),
    status: async (invocation, io) => (await import("./guard-status.ts")).runHookStatus(invocation, io),
  }),
);

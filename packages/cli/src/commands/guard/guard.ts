import { printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { guardHook } from "./guard-hook.ts";

/** Enforcement inside other agents: the hook itself, and its installation. */
export const guardCommand: Command = {
  ...guardHook,
  usage: "[install | uninstall | status] [--agent NAME] [options]",
  flags: {
    ...guardHook.flags,
    project: { type: "boolean", help: "install: use this project's settings." },
    user: { type: "boolean", help: "install: use the user's settings (default)." },
    yes: { type: "boolean", short: "y", help: "install: write the default policy if you have none." },
    "no-policy": { type: "boolean", help: "install: do not offer the default policy." },
    "dry-run": { type: "boolean", help: "install: show what would change; change nothing." },
    json: { type: "boolean", help: "install, status: machine-readable output." },
  },
  notes: `install adds the hook to an agent's settings and changes nothing else; uninstall
removes it; status shows where it is installed and whether it works.
--policy, --root, --mode and --lifetime become part of the hook.
Agents: claude-code, codex, gemini-cli, cursor, copilot, qwen-code, opencode.

Without install, uninstall or status, it acts as the hook.
${guardHook.notes}`,
  examples: [
    "skillwright guard install --agent claude-code",
    "skillwright guard status",
    ...guardHook.examples,
  ],
  run: (invocation, io) => {
    const [word = "", extra] = invocation.positionals;
    const action = actions.get(word);
    if (action === undefined) return guardHook.run(invocation, io);
    if (extra !== undefined)
      throw new UsageError(`guard ${word} takes no arguments; did you mean --agent ${printable(extra)}?`);
    const idle = action.idle.find((name) => invocation.option(name) !== undefined || invocation.flag(name));
    if (idle !== undefined) throw new UsageError(`--${idle} applies to guard install, not to guard ${word}.`);
    return action.run(invocation, io);
  },
};

type Action = {
  run(invocation: Invocation, io: Io): Promise<number>;
  /** Flags that this action ignores; giving one is likely a mistake. */
  readonly idle: readonly string[];
};

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    install: {
      run: async (invocation, io) => (await import("./install.ts")).runHookInstall(invocation, io),
      idle: [],
    },
    uninstall: {
      run: async (invocation, io) => (await import("./install.ts")).runHookUninstall(invocation, io),
      idle: ["policy", "root", "mode", "lifetime", "yes", "no-policy"],
    },
    status: {
      run: async (invocation, io) => (await import("./install.ts")).runHookStatus(invocation, io),
      idle: ["policy", "root", "mode", "lifetime", "yes", "no-policy", "dry-run"],
    },
  }),
);

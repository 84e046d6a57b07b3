import { printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../command.ts";
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
  notes: `install writes the hook into an agent's settings and leaves the rest of the
file as it was; uninstall takes it out again; status says where it is, and
whether it can work. --policy, --root and --lifetime become part of the hook.
Agents: claude-code, codex, gemini-cli, cursor, copilot.

Without a word it is the hook itself.
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
      throw new UsageError(
        `guard ${word} takes no word besides; name an agent with --agent ${printable(extra)}.`,
      );
    const idle = action.idle.find((name) => invocation.option(name) !== undefined || invocation.flag(name));
    if (idle !== undefined)
      throw new UsageError(`--${idle} goes with guard install, not with guard ${word}.`);
    return action.run(invocation, io);
  },
};

type Action = {
  run(invocation: Invocation, io: Io): Promise<number>;
  /** Flags that would be passed over, which is more likely a mistake than meant. */
  readonly idle: readonly string[];
};

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    install: {
      run: async (invocation, io) => (await import("./guard-install.ts")).runHookInstall(invocation, io),
      idle: [],
    },
    uninstall: {
      run: async (invocation, io) => (await import("./guard-install.ts")).runHookUninstall(invocation, io),
      idle: ["policy", "root", "lifetime"],
    },
    status: {
      run: async (invocation, io) => (await import("./guard-status.ts")).runHookStatus(invocation, io),
      idle: ["policy", "root", "lifetime", "dry-run"],
    },
  }),
);

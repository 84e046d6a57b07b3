import type { Flags, Invocation } from "../command.ts";

export const forceFlag: Flags = {
  force: {
    type: "boolean",
    help: "Discard your edits of these skills, and what is in their place; `undo` brings them back.",
  },
};

/** The skills whose edits are discarded: those that a command is about, not what they need. */
export function discardedBy(invocation: Invocation, names: readonly string[]): ReadonlySet<string> {
  return new Set(invocation.flag("force") ? names : []);
}

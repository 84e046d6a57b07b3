import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { policyFlags, policyNotes } from "../../session/open-policies.ts";
import { answerHook } from "./answer-hook.ts";

/** `guard` as a hook. Kept apart from install and status, so that a hook does not load them. */
export const guardHook: Command = {
  name: "guard",
  usage: "[--agent NAME] [options]",
  flags: {
    agent: {
      type: "string",
      value: "NAME",
      help: "The agent that calls the hook; a payload from another agent takes precedence.",
    },
    ...policyFlags,
    root: {
      type: "string",
      value: "DIR",
      help: "Additional skill folder, as for `mcp --root`; repeatable.",
    },
    mode: {
      type: "string",
      value: "MODE",
      help: "What skills' lists do: restrict (the default) or advisory (record what they would refuse).",
    },
    lifetime: {
      type: "string",
      value: "WORD",
      help: "How long a skill's tool list applies: turn (until the next message, the default) or session.",
    },
  },
  notes: `Reads an agent's hook payload from standard input and answers in that agent's format: no opinion, ask, or
deny; allow only where a policy rule says so. A skill's tool list applies from the moment the agent loads it.
Payloads that cannot be understood are denied.
${policyNotes}`,
  examples: [
    "skillwright guard --agent claude-code < payload.json",
    "skillwright guard --agent codex --lifetime session --policy team-policy.json < payload.json",
  ],
  async run(invocation, io) {
    if (io.terminal.piped || invocation.positionals.length > 0) return answerHook(invocation, io);
    await io.err(notAtTerminal);
    return exitCode.usage;
  },
};

/** Without this, a user who tries it in a terminal would see it hang. */
export const notAtTerminal = `skillwright guard: this is for an agent's hook, which passes JSON on standard input.
Run \`skillwright guard install --agent NAME\` to install it, or \`skillwright guard --help\` for usage.
`;

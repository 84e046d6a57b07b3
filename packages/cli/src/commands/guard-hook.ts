import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { answerHook } from "./answer-hook.ts";
import { policyFlags, policyNotes } from "./open-policies.ts";

/** `guard` as an agent's hook calls it; what people do with it is not here, so that a hook need not load that. */
export const guardHook: Command = {
  name: "guard",
  summary: "Hold other agents to their skills' lists and your policies, as their hook.",
  usage: "[--agent NAME] [options]",
  flags: {
    agent: {
      type: "string",
      value: "NAME",
      help: "Whose hook it is; when the payload shows another's, that one counts.",
    },
    ...policyFlags,
    root: {
      type: "string",
      value: "DIR",
      help: "A folder of skills besides those of agents, as `mcp --root` has; may repeat.",
    },
    lifetime: {
      type: "string",
      value: "WORD",
      help: "How long a skill's list counts: turn (to the next message, the default) or session.",
    },
  },
  notes: `Reads what an agent tells its hook from standard input and answers in that agent's words: no opinion, ask or
refuse; allow only where a rule of a policy says so. A skill's list counts from the moment the agent loads it.
What cannot be understood is refused.
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

/** For people who try it out: without this it would wait for input that they do not know of. */
export const notAtTerminal = `skillwright guard: this is what the hook of an agent calls, with its JSON on standard input.
Run \`skillwright guard --help\` for how to use it.
`;

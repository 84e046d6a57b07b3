import { agentLimits } from "@skillwright/runtime/agent";
import type { Command } from "../command.ts";
import { modelFlags, readModelRequest } from "../models/read-model-request.ts";
import { catalogFlags, catalogNotes } from "./catalog-flags.ts";
import { policyFlags, policyNotes } from "./open-policies.ts";
import { accessFlags } from "./program-access.ts";
import { readRunRequest } from "./run-request.ts";

/** An agent that works on a task with the skills of this machine. */
export const runCommand: Command = {
  name: "run",
  summary: "Let an agent do a task with your skills.",
  usage: "TASK... [options]",
  flags: {
    ...modelFlags,
    skill: { type: "string", value: "NAME", help: "Activate this skill before the first step; may repeat." },
    yes: { type: "boolean", short: "y", help: "Approve everything that would be asked." },
    ...accessFlags,
    "new-skills": {
      type: "string",
      value: "DIR",
      help: "Where skills that it writes go; --root or ~/.agents/skills when absent.",
    },
    "max-steps": { type: "string", value: "N", help: `Steps at most (default ${agentLimits.agentSteps}).` },
    timeout: { type: "string", value: "SECONDS", help: "Time for everything; no bound if absent." },
    json: { type: "boolean", help: "Machine-readable report at the end, in one piece." },
    quiet: { type: "boolean", short: "q", help: "Print the answer, questions, warnings and errors only." },
    ...policyFlags,
    ...catalogFlags,
  },
  notes: `TASK is what the agent is to do, in your own words; \`-\` reads it from standard input. The agent works in
this folder: it reads, searches and writes files, runs commands, and heeds AGENTS.md or CLAUDE.md. Its answer
goes to standard output, what it does on the way to standard error.

Reading is free. For everything else you are asked, unless a policy allows the call, the skill's list counts
as granted (\`mode: grant\` in a policy) or --yes is given. Where nobody can be asked, the call is refused and
the agent goes on. What a skill or a policy denies stays denied. \`skillwright audit list\` shows it all.

Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY. SKILLWRIGHT_MODEL names the model to use always.
${policyNotes}
${catalogNotes}
Exit code 0 when the agent is done, 1 when it gave up, 3 when a skill of --skill is refused, 4 when the model
cannot be used, 130 after Ctrl-C.`,
  examples: [
    'skillwright run "Review the changes on this branch"',
    'skillwright run "Write release notes for 2.1" --skill release-notes --model opus > notes.md',
    'skillwright run "Which of these logs has errors?" --offline',
  ],
  async run(invocation, io) {
    const request = await readRunRequest(invocation, io);
    // The model comes first: without one there is nothing to prepare for, and nothing is loaded either.
    const { openModel } = await import("../models/open-model.ts");
    const model = await openModel(readModelRequest(invocation), io.environment);
    const { runTask } = await import("./run-task.ts");
    return runTask({ request, model, invocation }, io);
  },
};

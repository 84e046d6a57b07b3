import { agentLimits } from "@skillwright/runtime/agent";
import { catalogFlags, catalogNotes } from "../../catalog/open-catalog.ts";
import type { Command } from "../../command.ts";
import { modelFlags, readModelRequest } from "../../models/read-model-request.ts";
import { policyFlags, policyNotes } from "../../session/open-policies.ts";
import { accessFlags } from "../../session/program-access.ts";
import { readRunRequest } from "./request.ts";

export const runCommand: Command = {
  name: "run",
  usage: "TASK... [options]",
  flags: {
    ...modelFlags,
    skill: { type: "string", value: "NAME", help: "Activate this skill before the first step; repeatable." },
    yes: { type: "boolean", short: "y", help: "Approve everything without asking." },
    ...accessFlags,
    "new-skills": {
      type: "string",
      value: "DIR",
      help: "Folder for skills it writes (default: --root or ~/.agents/skills).",
    },
    "max-steps": { type: "string", value: "N", help: `Maximum steps (default ${agentLimits.agentSteps}).` },
    timeout: { type: "string", value: "SECONDS", help: "Time limit (default: none)." },
    json: { type: "boolean", help: "Machine-readable report at the end." },
    quiet: { type: "boolean", short: "q", help: "Print only the answer, questions, warnings and errors." },
    ...policyFlags,
    ...catalogFlags,
  },
  notes: `TASK is what to do, in your own words; \`-\` reads it from standard input. The agent works in the current
folder: it reads, searches and writes files, runs commands, and follows AGENTS.md or CLAUDE.md. Its answer goes to
standard output, progress to standard error.

Reading is allowed. For everything else you are asked, unless a policy allows the call, the skill's list counts
as granted (\`mode: grant\` in a policy), or --yes is given. Without a terminal to ask on, the call is refused and
the agent continues. What a skill or policy denies stays denied. \`skillwright audit list\` shows every call.

Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY. SKILLWRIGHT_MODEL sets the default model.
${policyNotes}
${catalogNotes}
Exit code 0 if the agent finished, 1 if it gave up, 3 if a --skill was refused, 4 if the model is unavailable,
130 after Ctrl-C.`,
  examples: [
    'skillwright run "Review the changes on this branch"',
    'skillwright run "Write release notes for 2.1" --skill release-notes --model opus > notes.md',
    'skillwright run "Which of these logs has errors?" --offline',
  ],
  async run(invocation, io) {
    const request = await readRunRequest(invocation, io);
    // Open the model first: without one, nothing else needs to load.
    const { openModel } = await import("../../models/open-model.ts");
    const model = await openModel(readModelRequest(invocation), io.environment);
    const { runTask } = await import("./task.ts");
    return runTask({ request, model, invocation }, io);
  },
};

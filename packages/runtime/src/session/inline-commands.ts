import { formatError, SkillError } from "@skillwright/core";
import { expandArguments } from "@skillwright/core/activate";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { decide, formatDecision, listedPrograms, narrow, type PolicyLayer } from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { type Admission, admit, type Checkpoint } from "../admission/admit.ts";
import { explainRefusal } from "../admission/refusal.ts";
import { type CallRuling, labelsOf } from "../admission/tool-call.ts";
import { runtimeLimits } from "../limits.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { shellRun } from "../sandbox/shell-run.ts";
import { untrustedOutput } from "../tools/untrusted-output.ts";
import { type Refused, refused } from "./check-activation.ts";
import { sessionLimits } from "./limits.ts";
import type { SessionParts } from "./session-parts.ts";

export type SkillWithCommands = { readonly entry: LoadedEntry; readonly layer: PolicyLayer };

/**
 * Runs the commands in a skill's instructions if the policy opts in and the skill is trusted; otherwise leaves them as
 * written. Each must be allowed like any shell call, under the skill's own list too. Arguments never become part of a
 * command.
 */
export async function runInlineCommands(
  { entry, layer }: SkillWithCommands,
  parts: SessionParts,
): Promise<ReadonlyMap<string, string> | Refused> {
  const outputs = new Map<string, string>();
  if (!parts.settings.dynamicContext || entry.skill.root.scope === "package") return outputs;
  const { notes } = expandArguments(entry.body);
  const commands = notes.flatMap((note) => (note.kind === "inline-shell" ? [note.command] : []));
  if (commands.length > sessionLimits.inlineCommands)
    return refused(
      "command-refused",
      `Its instructions contain more than ${sessionLimits.inlineCommands} commands.`,
    );
  for (const command of commands) {
    const output = await runCommand(command, { entry, layer }, parts);
    if (typeof output !== "string") return output;
    outputs.set(command, output);
  }
  return outputs;
}

async function runCommand(
  command: string,
  { entry, layer }: SkillWithCommands,
  parts: SessionParts,
): Promise<string | Refused> {
  const refuse = (why: string): Refused =>
    refused("command-refused", `The command ${printable(command)} in its instructions was not run: ${why}`);
  const { sandbox } = parts;
  if (sandbox === undefined) return refuse("this agent has no sandbox.");
  const verdict = await admit(
    { id: parts.clock.createId(), tool: "Bash", input: { command } },
    commandCheckpoint(layer, parts),
  );
  if (!verdict.ok) return refuse(explainRefusal(verdict.refusal.decision));
  try {
    return await runRecorded(command, { entry, admission: verdict.admission }, { ...parts, sandbox });
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return refuse(formatError(error));
  }
}

/** A command in instructions is decided under the skill's own list too; one that needs approval does not run. */
function commandCheckpoint(layer: PolicyLayer, parts: SessionParts): Checkpoint<CallRuling> {
  const { recorder, active } = parts;
  return {
    decide: ({ tool, input }) => {
      const request = parts.toRequest(tool, input);
      const layers = [...active.layers(), layer];
      return { decision: decide(request, layers), request, layers, skills: active.labels() };
    },
    approver: {
      digest: () => "",
      ask: async (_, { decision }) => ({ because: formatDecision(decision) }),
    },
    log: {
      admitted: ({ call, ruling: { decision, skills } }) => {
        const { effect: _, ...rule } = decision;
        const labels = labelsOf(call, skills);
        return recorder.record({ event: "tool-call-allowed", ...labels, input: call.input, ...rule });
      },
      refused: async () => {},
    },
  };
}

type AdmittedCommand = { readonly entry: LoadedEntry; readonly admission: Admission<CallRuling> };

/** Its output is untrusted data, not part of the skill. */
async function runRecorded(
  command: string,
  { entry, admission }: AdmittedCommand,
  { recorder, sandbox, settings }: SessionParts & { readonly sandbox: Sandbox },
): Promise<string | Refused> {
  const labels = labelsOf(admission.call, admission.ruling.skills);
  const confined = narrow(admission.ruling.layers.map((layer) => layer.confined));
  const isAway = confined?.files === "skill-directory";
  const result = await sandbox.run({
    ...shellRun(command, settings),
    readable: [entry.skill.directory, ...(isAway ? [] : [settings.workspace])],
    ...(isAway ? { cwd: entry.skill.directory } : {}),
    timeoutMs: sessionLimits.inlineCommandMs,
    outputBytes: runtimeLimits.inlineCommandBytes,
    ...compact({ programs: listedPrograms(admission.ruling.layers) }),
  });
  const { exitCode, stdout: output, durationMs, status } = result;
  const ok = status === "exited" && exitCode === 0;
  await recorder.recordAfter({ event: "tool-call-finished", ...labels, ok, durationMs, exitCode, output });
  if (ok) return untrustedOutput(output);
  const ending = status === "exited" ? `exit code ${exitCode}` : status;
  return refused(
    "command-refused",
    `The command ${printable(command)} in its instructions ended with ${ending}.`,
  );
}

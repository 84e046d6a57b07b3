import { tmpdir } from "node:os";
import { systemClock } from "../clock.ts";
import type { Guarded, Session } from "../session/session.ts";
import { readInput } from "../tools/read-input.ts";
import { type RunScriptInput, runScriptDefinition } from "../tools/skills/definitions.ts";
import { toScriptArguments } from "../tools/skills/script-arguments.ts";
import { runScript, type ScriptHost, type ScriptRequest, type ScriptRun } from "./run-script.ts";

export type ExecRequest = Omit<ScriptRequest, "asked"> & { readonly signal?: AbortSignal };

export type ExecHost = Omit<ScriptHost, "session" | "nextOutput"> & {
  readonly session: Session;
  /** Folder for what the script writes; a new one, which is left to the caller, when absent. */
  readonly output?: string;
};

/**
 * Runs a script of an active skill for a host that wants its output as it comes: the same plan behind the same guard as when
 * an agent calls `skills_run_script`, so policies, hooks, approvals and the log know no difference.
 */
export function execScript(request: ExecRequest, host: ExecHost): Promise<Guarded<ScriptRun>> {
  const { name, script, args, signal } = request;
  const { output = `${tmpdir()}/skillwright-${systemClock.createId()}`, session } = host;
  return session.guard(
    runScriptDefinition.name,
    { name, script, args },
    (admitted, call) => {
      // As it was admitted: a hook may have changed the words.
      const { input } = readInput<RunScriptInput>(runScriptDefinition.parameters, admitted);
      const words = toScriptArguments(input.args ?? []);
      const wanted = { ...request, name: input.name, script: input.script, args: words };
      return runScript({ ...wanted, asked: { name, script, args } }, call, {
        ...host,
        nextOutput: () => output,
      });
    },
    signal === undefined ? {} : { signal },
  );
}

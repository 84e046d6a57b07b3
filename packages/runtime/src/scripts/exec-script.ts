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
  /** Output folder of the script; if absent, a new one that the caller owns. */
  readonly output?: string;
};

/**
 * Runs a script of an active skill for a host that wants streamed output: the same plan behind the same guard as
 * `skills_run_script`, with the same policies, hooks, approvals and log.
 */
export function execScript(request: ExecRequest, host: ExecHost): Promise<Guarded<ScriptRun>> {
  const { name, script, args, signal } = request;
  const { output = `${tmpdir()}/skillwright-${systemClock.createId()}`, session } = host;
  return session.guard(
    runScriptDefinition.name,
    { name, script, args },
    (admitted, call) => {
      // Use the admitted input: a hook may have changed it.
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

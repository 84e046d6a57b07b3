import { type JsonObject, printable } from "@skillwright/core/text";
import { formatStop } from "../../scripts/format-stop.ts";
import { runScript, type ScriptHost, type ScriptRun } from "../../scripts/run-script.ts";
import { formatScriptWarning, type ScriptWarning } from "../../scripts/script-warning.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent, Notice } from "../envelope.ts";
import { showOutput } from "../untrusted-output.ts";
import type { RunScriptInput } from "./definitions.ts";
import { toScriptArguments } from "./script-arguments.ts";

/** VibeTavern's skills_run_script: runs in the skill's folder, in the sandbox, as the skill was loaded. */
export function createRunScript(host: ScriptHost): Executor<RunScriptInput, EnvelopeContent> {
  return async ({ name, script, args = [], stdin }, call) => {
    const stream = stdin === undefined ? {} : { stdin };
    const run = await runScript({ name, script, args: toScriptArguments(args), stream }, call, host);
    return { data: toData(run), warnings: run.warnings.map(toNotice), errors: toErrors(run, host) };
  };
}

/** A failing script did run: its exit code and output are what the model needs. */
function toData(run: ScriptRun): JsonObject {
  const { folder, files } = run.output;
  return {
    ...showOutput(run),
    exit_code: run.exitCode,
    duration_ms: run.durationMs,
    ...(folder === undefined
      ? {}
      : { output_folder: folder, output_files: files.map(({ path }) => printable(path)) }),
  };
}

function toErrors(run: ScriptRun, { grants }: ScriptHost): readonly Notice[] {
  const message = formatStop(run, grants);
  if (message === undefined) return [];
  return [{ code: run.status === "over-limit" ? "LIMIT_EXCEEDED" : "TIMEOUT", message }];
}

const noticeCodes: Readonly<Record<ScriptWarning["kind"], Notice["code"]>> = {
  "path-not-granted": "NOT_GRANTED",
  "workspace-hidden": "NOT_GRANTED",
  "paths-not-read": "NOT_GRANTED",
  "network-not-granted": "NOT_GRANTED",
  "program-missing": "REQUIREMENT_MISSING",
  "version-unknown": "REQUIREMENT_MISSING",
  "version-unfit": "REQUIREMENT_MISSING",
  "changed-by-hook": "NOT_GRANTED",
  "output-not-named": "LIMIT_EXCEEDED",
  "output-not-files": "LIMIT_EXCEEDED",
  "output-too-large": "LIMIT_EXCEEDED",
};

function toNotice(warning: ScriptWarning): Notice {
  return { code: noticeCodes[warning.kind], message: formatScriptWarning(warning) };
}

import { SkillError } from "@skillwright/core";
import { type JsonObject, printable } from "@skillwright/core/text";
import { runScript, type ScriptHost, type ScriptRun } from "../../scripts/run-script.ts";
import { formatScriptWarning, formatStop, type ScriptWarning } from "../../scripts/script-warning.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent, Notice } from "../envelope.ts";
import { toolsLimits } from "../limits.ts";
import { showOutput } from "../untrusted-output.ts";
import type { RunScriptInput } from "./definitions.ts";

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
  "sibling-hidden": "NOT_GRANTED",
  "dependency-missing": "REQUIREMENT_MISSING",
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

/** A script's arguments: a list unchanged, an object as flags (`{"env": "prod", "verbose": true}`). */
export function toScriptArguments(args: readonly string[] | JsonObject): readonly string[] {
  const words = isList(args) ? args : Object.entries(args).flatMap(toFlag);
  if (words.length > toolsLimits.scriptArguments)
    throw invalid(`args has ${words.length} words, the limit is ${toolsLimits.scriptArguments}`);
  if (words.some((word) => word.includes("\0"))) throw invalid("args contains a NUL character");
  return words;
}

function isList(args: readonly string[] | JsonObject): args is readonly string[] {
  return Array.isArray(args);
}

function toFlag([name, value]: readonly [string, unknown]): readonly string[] {
  if (!/^[A-Za-z0-9][\w-]*$/.test(name)) throw invalid(`args: ${name} is not a valid flag name`);
  const flag = name.length === 1 ? `-${name}` : `--${name}`;
  if (Array.isArray(value)) return value.flatMap((one) => toFlag([name, one]));
  if (value === true) return [flag];
  if (value === false || value === null) return [];
  if (typeof value !== "string" && typeof value !== "number")
    throw invalid(`args: the value of ${name} must be a string, number, boolean or a list of these`);
  // A value that starts with a dash would be taken as a flag.
  return String(value).startsWith("-") ? [`${flag}=${value}`] : [flag, String(value)];
}

function invalid(reason: string): SkillError {
  return new SkillError("tool-input-invalid", { reason: `Invalid parameter value: ${reason}` });
}

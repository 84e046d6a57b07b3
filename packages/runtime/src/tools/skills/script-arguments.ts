import { SkillError } from "@skillwright/core";
import type { JsonObject } from "@skillwright/core/text";
import { toolsLimits } from "../limits.ts";

/** A script's arguments: a list as it is, an object as flags (`{"env": "prod", "verbose": true}`). */
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

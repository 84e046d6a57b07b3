import { printable } from "@skillwright/core/text";
import { runtimeLimits } from "../../limits.ts";
import type { HookOutput } from "../agent-dialect.ts";

/** One JSON object on standard output. */
export function printJson(value: object): HookOutput {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 };
}

/** Most agents accept this way to stop a call; it needs no JSON, which other output could break. */
export function block(reason: string): HookOutput {
  return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
}

/** Reports a problem without stopping anything. */
export function remark(reason: string, stdout: string): HookOutput {
  return { stdout, stderr: `${reason}\n`, exitCode: 0 };
}

/** A reason safe to show. Some agents let a call pass if the reason is empty. */
export function toReason(text: string): string {
  const lines = text.trim().slice(0, runtimeLimits.hookReasonCharacters).split("\n").map(printable);
  const reason = lines.join("\n");
  if (reason === "") return "Skillwright denies this call.";
  return reason.length > runtimeLimits.hookReasonCharacters
    ? `${reason.slice(0, runtimeLimits.hookReasonCharacters - 1).toWellFormed()}…`
    : reason;
}

/** The reason of a refusal because this agent cannot ask. */
export function toUnasked(reason: string): string {
  return `${reason}\nThis needs a person's approval, and this agent's hooks cannot ask: run it yourself, or allow it in a policy.`;
}

import { compact, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";

/** The answer of a hook that exited normally. */
export type HookAnswer = {
  /** Why the action must not happen; absent if it may. */
  readonly block?: string;
  /** A person must approve. */
  readonly ask?: boolean;
  /** Replacement input for the tool; the caller decides on it again. */
  readonly updatedInput?: unknown;
  readonly additionalContext?: string;
};

/**
 * Reads a hook's output in Claude Code's and UAAPS's forms. `allow` has no effect: hooks only make things stricter.
 * Output that starts like an answer but cannot be parsed blocks, since it may have meant to.
 */
export function readHookOutput(stdout: string): HookAnswer {
  const text = stdout.trim();
  if (!text.startsWith("{")) return {};
  const output = parseJson(text);
  if (!isJsonObject(output)) return { block: unreadable };
  const specific = objectAt(output, "hookSpecificOutput");
  const permission = objectAt(specific, "decision");
  const decisions = [output.decision, specific.decision, specific.permissionDecision, permission.behavior]
    .filter((decision) => decision !== undefined && !isJsonObject(decision))
    .map(weigh);
  if (output.continue === false) decisions.push("block");
  if (decisions.includes("block"))
    return {
      block: firstText([
        specific.permissionDecisionReason,
        permission.message,
        output.reason,
        output.stopReason,
        output.systemMessage,
      ]),
    };
  if (decisions.includes(undefined)) return { block: unreadable };
  const updatedInput = specific.updatedInput ?? permission.updatedInput ?? output.updatedInput;
  const context = specific.additionalContext ?? output.additionalContext;
  return {
    ...(decisions.includes("ask") ? { ask: true } : {}),
    ...compact({ updatedInput }),
    ...(typeof context === "string" ? { additionalContext: context } : {}),
  };
}

const unreadable = "The hook's answer could not be parsed.";

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

/** Words of both forms; undefined for any other. */
function weigh(decision: unknown): "block" | "ask" | "pass" | undefined {
  switch (decision) {
    case "block":
    case "deny":
      return "block";
    case "ask":
      return "ask";
    case "allow":
    case "approve":
    case "defer":
    case null:
      return "pass";
    default:
      return undefined;
  }
}

function firstText(values: readonly unknown[]): string {
  return values.find((value) => typeof value === "string" && value.trim() !== "")?.toString() ?? "";
}

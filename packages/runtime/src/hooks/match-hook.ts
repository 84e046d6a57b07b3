import type { SkillHookEvent } from "@skillwright/core/parse";
import { canonicalTool, knownTools } from "@skillwright/core/policy";
import { hooksLimits } from "./limits.ts";
import type { Hook } from "./read-hooks.ts";

/** Whether a hook runs on an event. If unsure it does: a hook can only make things stricter. */
export function matchHook(
  hook: Pick<Hook, "event" | "matcher">,
  happening: { readonly event: SkillHookEvent; readonly tool?: string },
): boolean {
  if (hook.event !== happening.event) return false;
  if (happening.tool === undefined) return true;
  const matches = readMatcher(hook.matcher);
  return matches === undefined || matches(happening.tool);
}

type MatchTool = (tool: string) => boolean;

/**
 * Which tools a matcher names: names, with or without a pattern in parentheses, or a regular expression. Undefined if
 * unclear.
 */
export function readMatcher(matcher = ""): MatchTool | undefined {
  const text = matcher.trim();
  if (text === "" || text === "*") return () => true;
  if (text.length > hooksLimits.hookMatcherCharacters) return undefined;
  const parts = text.split(/[|,]/);
  if (parts.every((part) => /^\s*[\w-]+(?:\([^()]*\))?\s*$/.test(part))) return matchNames(text);
  return matchExpression(text);
}

/**
 * All of agents' spellings of a tool match. Parentheses are ignored: a hook for `Bash(git:*)` sees every shell command
 * and can check for itself.
 */
function matchNames(text: string): MatchTool {
  const names = new Set(
    text
      .replace(/\([^()]*\)/g, "")
      .split(/[|,]/)
      .map((name) => oneName(name.trim())),
  );
  return (tool) => names.has(oneName(tool));
}

function oneName(tool: string): string {
  return (canonicalTool(tool) ?? tool).toLowerCase();
}

function matchExpression(text: string): MatchTool | undefined {
  const expression = compile(text);
  if (!expression) return undefined;
  const matchesName = matchNames(text);
  return (tool) => {
    if (tool.length > hooksLimits.hookToolCharacters || matchesName(tool)) return true;
    return [tool, ...spellings(tool)].some((name) => expression.test(name));
  };
}

/** An expression that is safe to run, otherwise undefined. */
function compile(text: string): RegExp | undefined {
  // A repeated group or a back reference can take unbounded time; three repetitions in sequence cannot.
  if (/\)[*+{]|\\[1-9k]/.test(text)) return undefined;
  const branches = text.includes("(") ? [text] : text.split("|");
  if (branches.some((branch) => (branch.match(/[*+{]/g) ?? []).length > 3)) return undefined;
  try {
    return new RegExp(text, "i");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function spellings(tool: string): readonly string[] {
  const name = canonicalTool(tool);
  return name === undefined ? [] : knownTools().filter((other) => canonicalTool(other) === name);
}

import type { SkillHookEvent } from "@skillwright/core/parse";
import { canonicalTool, knownTools } from "@skillwright/core/policy";
import { compileLinear } from "@skillwright/core/text";
import { hooksLimits } from "./limits.ts";
import type { Hook } from "./read-hooks.ts";

/** Whether a hook runs on an event. If unsure it does: a hook can only make things stricter. */
export function matchHook(
  hook: Pick<Hook, "event" | "matcher">,
  happening: { readonly event: SkillHookEvent; readonly tool?: string },
): boolean {
  if (hook.event !== happening.event) return false;
  if (happening.tool === undefined) return true;
  const matches = compiled.get(hook) ?? readMatcher(hook.matcher) ?? everyTool;
  compiled.set(hook, matches);
  return matches(happening.tool);
}

/** Compiled once per hook. */
const compiled = new WeakMap<object, MatchTool>();
const everyTool: MatchTool = () => true;

type MatchTool = (tool: string) => boolean;

/**
 * Which tools a matcher names: names, with or without a pattern in parentheses, or a regular expression. Undefined if
 * unclear.
 */
export function readMatcher(matcher = ""): MatchTool | undefined {
  const text = matcher.trim();
  if (text === "" || text === "*") return everyTool;
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
  const expression = compileLinear(text, { ignoreCase: true });
  if (typeof expression !== "function") return undefined;
  const matchesName = matchNames(text);
  return (tool) => {
    if (tool.length > hooksLimits.hookToolCharacters || matchesName(tool)) return true;
    return [tool, ...spellings(tool)].some((name) => expression(name) !== false);
  };
}

function spellings(tool: string): readonly string[] {
  const name = canonicalTool(tool);
  return name === undefined ? [] : knownTools().filter((other) => canonicalTool(other) === name);
}

import { compileLinear } from "../text/linear-expression.ts";
import { policyLimits } from "./limits.ts";
import { canonicalTool, knownTools } from "./tool-names.ts";

/** Whether a hook with this matcher is for a tool. */
export type HookMatches = (tool: string) => boolean;

/**
 * Which tools a hook's matcher is for. It holds names, with or without a pattern in parentheses, or a regular expression. Says why if
 * it is refused.
 */
export function readHookMatcher(matcher = ""): HookMatches | { readonly fault: string } {
  const text = matcher.trim();
  if (text === "" || text === "*") return () => true;
  if (text.length > policyLimits.hookMatcherCharacters)
    return { fault: `it has more than ${policyLimits.hookMatcherCharacters} characters` };
  const parts = text.split(/[|,]/);
  if (parts.every((part) => /^\s*[\w-]+(?:\([^()]*\))?\s*$/.test(part))) return matchNames(text);
  return matchExpression(text);
}

/**
 * All of agents' spellings of a tool match. Parentheses are ignored: a hook for `Bash(git:*)` sees every shell command
 * and can check for itself.
 */
function matchNames(text: string): HookMatches {
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

function matchExpression(text: string): HookMatches | { readonly fault: string } {
  const expression = compileLinear(text, { ignoreCase: true });
  if (typeof expression !== "function") return expression;
  const matchesName = matchNames(text);
  return (tool) => {
    if (tool.length > policyLimits.toolNameCharacters || matchesName(tool)) return true;
    return [tool, ...spellings(tool)].some((name) => expression(name) !== false);
  };
}

function spellings(tool: string): readonly string[] {
  const name = canonicalTool(tool);
  return name === undefined ? [] : knownTools().filter((other) => canonicalTool(other) === name);
}

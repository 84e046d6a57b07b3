import type { SkillHookEvent } from "@skillwright/core/parse";
import { type HookMatches, readHookMatcher } from "@skillwright/core/policy";
import type { Hook } from "./read-hooks.ts";

/** Whether a hook runs on an event. If unsure it does: a hook can only make things stricter. */
export function matchHook(
  hook: Pick<Hook, "event" | "matcher">,
  happening: { readonly event: SkillHookEvent; readonly tool?: string },
): boolean {
  if (hook.event !== happening.event) return false;
  if (happening.tool === undefined) return true;
  const matches = compiled.get(hook) ?? toMatches(hook.matcher);
  compiled.set(hook, matches);
  return matches(happening.tool);
}

/** Compiled once per hook. */
const compiled = new WeakMap<object, HookMatches>();

function toMatches(matcher: string | undefined): HookMatches {
  const matches = readHookMatcher(matcher);
  return typeof matches === "function" ? matches : () => true;
}

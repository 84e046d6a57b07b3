import { agentHooksLimits } from "../limits.ts";

// The patterns are inside the functions: building one takes a third of a millisecond, and most events are not prompts.
// Only the caller knows which of these words are skills: `/help` and `$PATH` are not.

/** The names in `/one /two and a message to them`. */
export function leadingSkills(prompt: string): readonly string[] {
  const slashed = /^\s*\/([\p{L}\p{N}](?:[\p{L}\p{N}_:@.-]*[\p{L}\p{N}_])?)(?=[\s,;!?)\]]|\.(?:\s|$)|$)/u;
  const names: string[] = [];
  let rest = prompt;
  while (names.length < agentHooksLimits.stackedSkills) {
    const [whole = "", found] = slashed.exec(rest) ?? [];
    if (found === undefined) break;
    names.push(found);
    rest = rest.slice(whole.length);
  }
  return [...new Set(names)];
}

/** Every `/name` that is a whole word. */
export function slashedSkills(prompt: string): readonly string[] {
  const slashed =
    /(?<=^|\s)\/([\p{L}\p{N}](?:[\p{L}\p{N}_:@.-]*[\p{L}\p{N}_])?)(?=[\s,;!?)\]]|\.(?:\s|$)|$)/gu;
  return distinct(prompt.matchAll(slashed));
}

/** Every `$name`, also in `[$name](…/SKILL.md)`. */
export function mentionedSkills(prompt: string): readonly string[] {
  const dollared = /(?<![\p{L}\p{N}_$\\])\$([\p{L}\p{N}](?:[\p{L}\p{N}_:@.-]*[\p{L}\p{N}_])?)/gu;
  return distinct(prompt.matchAll(dollared));
}

/** The folders of the skills whose text the agent put into a prompt. */
export function inlineSkills(prompt: string): readonly string[] {
  return distinct(prompt.matchAll(inline));
}

const inline = /^Base directory for this skill: ((?:\/|[A-Za-z]:[\\/])[^\n]+)$/gm;

/**
 * The skills whose text our own server put into a prompt, as it does for `/name` in agents that show its prompts as
 * commands. Text that imitates it can only restrict.
 */
export function servedSkills(prompt: unknown): readonly string[] {
  if (typeof prompt !== "string" || !prompt.includes("<skill_content")) return [];
  return distinct(prompt.matchAll(served)).slice(0, agentHooksLimits.stackedSkills);
}

/** Gemini CLI quotes the text once more. */
const served = /<skill_content name=\\?"([^"\\\n<>]{1,256})\\?">/g;

function distinct(matches: Iterable<RegExpExecArray>): readonly string[] {
  return [...new Set(Array.from(matches, ([, word]) => word ?? ""))];
}

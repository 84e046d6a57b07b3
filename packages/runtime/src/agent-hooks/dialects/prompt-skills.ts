import { agentHooksLimits } from "../limits.ts";

// Literals: unlike `new RegExp`, they cost nothing until a prompt needs them, and most events are not prompts.
const slashed = /^\s*\/([\p{L}\p{N}](?:[\p{L}\p{N}_:@.-]*[\p{L}\p{N}_])?)(?=[\s,;!?)\]]|\.(?:\s|$)|$)/u;
const slashedAnywhere =
  /(?<=^|\s)\/([\p{L}\p{N}](?:[\p{L}\p{N}_:@.-]*[\p{L}\p{N}_])?)(?=[\s,;!?)\]]|\.(?:\s|$)|$)/gu;
const dollared = /(?<![\p{L}\p{N}_$\\])\$([\p{L}\p{N}](?:[\p{L}\p{N}_:@.-]*[\p{L}\p{N}_])?)/gu;

// Only the caller knows which of these words are skills: `/help` and `$PATH` are not.

/** The names in `/one /two and a message to them`. */
export function leadingSkills(prompt: string): readonly string[] {
  const names: string[] = [];
  let rest = prompt;
  while (names.length < agentHooksLimits.stackedSkills) {
    const [whole, found] = slashed.exec(rest) ?? [];
    if (whole === undefined || found === undefined) break;
    names.push(found);
    rest = rest.slice(whole.length);
  }
  return [...new Set(names)];
}

/** Every `/name` that is a whole word. */
export function slashedSkills(prompt: string): readonly string[] {
  return distinct(prompt.matchAll(slashedAnywhere));
}

/** Every `$name`, also in `[$name](…/SKILL.md)`. */
export function mentionedSkills(prompt: string): readonly string[] {
  return distinct(prompt.matchAll(dollared));
}

function distinct(matches: Iterable<RegExpExecArray>): readonly string[] {
  return [...new Set(Array.from(matches, ([, word]) => word ?? ""))];
}

import { matchHost } from "./match-host.ts";
import { type Match, matchName } from "./match-name.ts";

import { matchPath } from "./match-path.ts";
import { matchToolName, type ToolName } from "./match-tool.ts";
import type { ReadRequest } from "./read-request.ts";
import type { Rule } from "./rule.ts";
import { isWrittenOut } from "./shell/command-pattern.ts";
import { coversCommand, coversLine } from "./shell/match-command.ts";
import type { ShellCommand } from "./shell/shell-command.ts";
import { touchesCommand } from "./shell/touches-command.ts";
import { namesOneSkill } from "./skill-tools.ts";
import type { RequestPart } from "./tool-request.ts";

/** A rule that matches a call or might, and the part of the call it matches, if not the tool itself. */
export type Touch = { readonly rule: string; readonly match: "yes" | "unknown"; readonly part?: RequestPart };

/** The first rule that matches, or might match, anything the call does. */
export function findTouch(rules: readonly Rule[], call: ReadRequest): Touch | undefined {
  for (const rule of rules) {
    const named = matchTool(rule, call.tool);
    if (named === "no" && !call.usesOtherTools) continue;
    if (named !== "no" && !rule.uses) return { rule: rule.text, match: named };
    for (const part of call.parts()) {
      const match = touchPart(rule, part, call);
      if (match !== "no") return { rule: rule.text, match, part };
    }
  }
  return undefined;
}

/** Whether rules certainly cover everything a call does: by which rule, or what remains. */
export type Coverage =
  | { readonly covered: true; readonly rule: string }
  | { readonly covered: false; readonly part?: RequestPart };

export function findCoverage(rules: readonly Rule[], call: ReadRequest): Coverage {
  // Saves reading the command.
  if (rules.length === 0) return { covered: false };
  const naming = rules.filter((rule) => matchToolName(rule.tool, call.tool) === "yes");
  if (naming.length === 0 && call.listedBy !== "parts") return { covered: false };
  const whole = naming.find((rule) => !rule.uses);
  if (whole && call.listedBy !== "both") return { covered: true, rule: whole.text };
  let first: Rule | undefined;
  const list: List = { rules, call, isAway: createAwayCheck(rules) };
  for (const part of call.parts()) {
    const rule = findCover(list, part);
    // Without any rule for the tool, the tool itself is to blame.
    if (!rule) return naming.length === 0 ? { covered: false } : { covered: false, part };
    first ??= rule;
  }
  return first ? { covered: true, rule: first.text } : { covered: false };
}

/** Whether rules on skills cover the skill that a skill tool uses; undefined if the tool uses none, or no rule is on skills. */
export function findSkillCoverage(rules: readonly Rule[], call: ReadRequest): Coverage | undefined {
  const skillRules = rules.filter(({ tool }) => tool.name === "skill");
  const usesOneSkill = call.tool.name === "skill" || namesOneSkill(call.tool.asked);
  if (skillRules.length === 0 || !usesOneSkill || rules.some(({ tool }) => tool.kind === "any"))
    return undefined;
  let first: Rule | undefined;
  for (const part of call.parts()) {
    const rule = skillRules.find((one) => !one.uses || matchUses(one, part, call) === "yes");
    if (!rule) return { covered: false, part };
    first ??= rule;
  }
  return first ? { covered: true, rule: first.text } : { covered: false };
}

function touchPart(rule: Rule, part: RequestPart, call: ReadRequest): Match {
  const named = matchTool(rule, part.tool);
  if (named === "no") return "no";
  if (!rule.uses) return part.subject.kind === "possible" ? "unknown" : named;
  const used = matchUses(rule, part, call);
  return used === "yes" ? named : used;
}

/** Whether a deny or ask rule applies to a tool. */
function matchTool({ tool, uses }: Rule, name: ToolName): Match {
  // A denied skill's files and scripts are denied too.
  if (tool.name === "skill" && namesOneSkill(name.asked)) return "yes";
  return uses?.kind === "path" && uses.kin.has(name.name) ? "yes" : matchToolName(tool, name);
}

type List = {
  readonly rules: readonly Rule[];
  readonly call: ReadRequest;
  readonly isAway: (part: RequestPart) => boolean;
};

function findCover({ rules, call, isAway }: List, part: RequestPart): Rule | undefined {
  const named = rules.filter((rule) => matchToolName(rule.tool, part.tool) === "yes");
  if (isAway(part)) return named.find((rule) => !rule.uses || coversWholeLine(rule, part));
  return named.find((rule) => coversPart(rule, part, call));
}

/**
 * Whether a command runs in a folder outside of the workspace that no rule spells out: `Bash(cd /srv/app)` means that other
 * commands may run there, `Bash(cd:*)` does not.
 */
function createAwayCheck(rules: readonly Rule[]): (part: RequestPart) => boolean {
  // All commands of a line share the list, and there may be many.
  const known = new Map<readonly ShellCommand[], boolean>();
  return ({ subject }) => {
    if (subject.kind !== "command" || !subject.leaving) return false;
    const { leaving } = subject;
    const isAway =
      known.get(leaving) ?? leaving.some((command) => !rules.some((rule) => spellsOut(rule, command)));
    known.set(leaving, isAway);
    return isAway;
  };
}

function spellsOut({ uses }: Rule, command: ShellCommand): boolean {
  return (
    uses?.kind === "command" && isWrittenOut(uses.pattern) && coversCommand([uses.pattern], command) === "yes"
  );
}

function coversPart(rule: Rule, part: RequestPart, call: ReadRequest): boolean {
  const { subject } = part;
  if (!rule.uses) return true;
  if (rule.uses.kind !== "command" || subject.kind !== "command")
    return matchUses(rule, part, call) === "yes";
  const patterns = [rule.uses.pattern];
  if (subject.local && coversCommand(patterns, subject.local) === "yes") return true;
  return coversCommand(patterns, subject.command) === "yes" || coversWholeLine(rule, part);
}

/** Whether a rule on several commands covers the line that a command is from. */
function coversWholeLine({ uses }: Rule, { subject }: RequestPart): boolean {
  if (uses?.kind !== "command" || subject.kind !== "command" || !subject.line) return false;
  return coversLine(uses.pattern, subject.line);
}

/** Whether a rule matches a part; unknown if either does not say. */
function matchUses({ tool, uses }: Rule, { tool: name, subject }: RequestPart, call: ReadRequest): Match {
  if (uses?.kind === "command" && subject.kind === "command")
    return touchesCommand([uses.pattern], subject.command);
  if (uses?.kind === "host" && subject.kind === "host") return matchHost(uses.pattern, subject.host);
  if (uses?.kind === "name" && subject.kind === "name") return matchName(uses.pattern, subject.name);
  if (uses?.kind !== "path" || subject.kind !== "path") return "unknown";
  if (matchToolName(tool, name) === "yes") return matchPath(uses.pattern, subject.path, call.request);
  // For related tools only the path itself counts; a search below it is the search tool's concern, unless its filter
  // names the file.
  const match = matchPath(uses.pattern, { ...subject.path, reach: "itself" }, call.request);
  if (match !== "no" || !subject.filter?.mayName(uses.pattern.name)) return match;
  return matchPath(uses.pattern, subject.path, call.request) === "no" ? "no" : "unknown";
}

import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { limits } from "../limits.ts";
import { compileGlob, expandBraces } from "../text/glob.ts";
import type { DisabledReason } from "./catalog-skill.ts";
import { createMachineFit, type Machine, remember } from "./machine-fit.ts";
import { normalizeName, skillKey } from "./skill-names.ts";

/** Where the skills will be used. */
export type EligibilityContext = Machine & {
  readonly agent?: string;
  readonly tenant?: string;
  readonly environment?: string;
  /** Files in use, relative to the project; absent when unknown. */
  readonly files?: readonly string[];
  /** Whether a project is trusted, called once per project; without it none is. */
  readonly isTrusted?: (project: string) => boolean;
  /** Names, `package:name`s or globs of skills that the user turned off. */
  readonly turnedOff?: readonly string[];
  /** Whether policies allow a skill, by its name or `package:name`; without it they allow all. */
  readonly mayUse?: (name: string) => boolean;
};

/**
 * Decides why a skill is not offered. Limits on who may use a skill fail closed: a skill for certain agents, tenants or
 * environments is not offered when the current one is unknown, and an empty list excludes everyone. Limits on where it
 * works fail open: without `platform`, `hasBinary` or `files` it is offered.
 */
export function createEligibility(
  context: EligibilityContext,
): (skill: DiscoveredSkill) => readonly DisabledReason[] {
  const { agent, tenant, environment } = context;
  const isTrusted = remember(context.isTrusted ?? (() => false));
  const isTurnedOff = createNameMatch(context.turnedOff ?? []);
  const hasPatterns = (context.turnedOff ?? []).length > 0;
  const applies = createPathCondition(context.files);
  const misfits = createMachineFit(context);
  return (skill) => {
    const { project } = skill.root;
    // Evaluate nothing else of an untrusted skill: it could make us search for commands and files.
    if (project !== undefined && !isTrusted(project)) return ["untrusted"];
    const { scope, paths, metadata } = skill.traits;
    // Most skills have no conditions at all.
    const isDenied = context.mayUse?.(skillKey(skill)) === false;
    if (!scope && !paths && !metadata && !hasPatterns && !isDenied) return none;
    const reasons: DisabledReason[] = [];
    if (!isAmong(agent, scope?.agents)) reasons.push("agent");
    if (!isAmong(tenant, scope?.tenants)) reasons.push("tenant");
    if (!isAmong(environment, scope?.environments)) reasons.push("environment");
    if (paths !== undefined && !applies(paths)) reasons.push("paths");
    reasons.push(...misfits(skill.traits));
    if (isTurnedOff(skill)) reasons.push("turned-off");
    if (isDenied) reasons.push("denied");
    return reasons;
  };
}

const none: readonly DisabledReason[] = [];

/**
 * Whether a skill that is disabled for these reasons leaves its name to the next one. It does when it is not meant for
 * this context: an untrusted folder must not hide the user's own skill, and a skill for another agent, tenant or
 * environment does not exist here. It does not when only a condition is unmet: otherwise a name would change its
 * meaning when a file is opened, and removing a command could put another skill in place of the enterprise's.
 */
export function givesUpName(reasons: readonly DisabledReason[]): boolean {
  return reasons.some((reason) => notMeantForHere.has(reason));
}

const notMeantForHere: ReadonlySet<DisabledReason> = new Set(["untrusted", "agent", "tenant", "environment"]);

function isAmong(here: string | undefined, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || (here !== undefined && allowed.includes(here));
}

function createNameMatch(patterns: readonly string[]): (skill: DiscoveredSkill) => boolean {
  if (patterns.length === 0) return () => false;
  const names = patterns.map(normalizeName);
  const exact = new Set(names);
  const globs = names.filter((name) => /[*?]/.test(name)).map((name) => compileGlob(name));
  const matches = (name: string): boolean => exact.has(name) || globs.some((isMatch) => isMatch(name));
  return (skill) => matches(normalizeName(skill.name)) || matches(skillKey(skill));
}

/**
 * Whether a skill with `paths` applies to the files in use, as in Claude Code and Qwen Code: a skill with patterns is
 * offered once a file matches one. Files and patterns are relative to the project, with `/`.
 *
 * When the files are unknown (`undefined`, unlike an empty list), or a pattern uses unsupported syntax, the skill
 * applies.
 */
export function createPathCondition(
  files: readonly string[] | undefined,
): (patterns: readonly string[]) => boolean {
  if (files === undefined) return () => true;
  const paths = files.map((file) => file.replace(/^(?:\.\/)+/, ""));
  const isMet = remember((pattern) => {
    const choices = expandBraces(pattern);
    return choices === undefined || choices.some((choice) => paths.some(compileGlob(choice)));
  });
  return (patterns) => patterns.length === 0 || patterns.length > limits.pathPatterns || patterns.some(isMet);
}

import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { compileGlob } from "../text/glob.ts";
import type { DisabledReason } from "./catalog-skill.ts";
import { createMachineFit, type Machine } from "./machine-fit.ts";
import { createPathCondition } from "./path-condition.ts";
import { remember } from "./remember.ts";
import { normalizeName, skillKey } from "./skill-key.ts";

/** Where skills are to be used. */
export type EligibilityContext = Machine & {
  readonly agent?: string;
  readonly tenant?: string;
  readonly environment?: string;
  /** Files at hand, relative to the project; absent when nobody keeps track of them. */
  readonly files?: readonly string[];
  /** Whether a project is trusted, asked once for each; without it none is. */
  readonly isTrusted?: (project: string) => boolean;
  /** Names, `package:name`s or globs of skills that the user does not want. */
  readonly turnedOff?: readonly string[];
};

/**
 * Why skills are not offered here. What limits who may have a skill fails closed: one for certain agents, tenants or
 * environments is not offered where nobody says which this is, and an empty list of them offers it to nobody. What
 * limits where it works fails open: without `platform`, `hasBinary` or `files` nothing is known against it.
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
    // No look at anything else that an untrusted skill claims: it could make us search for commands and files.
    if (project !== undefined && !isTrusted(project)) return ["untrusted"];
    const { scope, paths, metadata } = skill.traits;
    // Most skills state no condition at all.
    if (!scope && !paths && !metadata && !hasPatterns) return none;
    const reasons: DisabledReason[] = [];
    if (!isAmong(agent, scope?.agents)) reasons.push("agent");
    if (!isAmong(tenant, scope?.tenants)) reasons.push("tenant");
    if (!isAmong(environment, scope?.environments)) reasons.push("environment");
    if (paths !== undefined && !applies(paths)) reasons.push("paths");
    reasons.push(...misfits(skill.traits));
    if (isTurnedOff(skill)) reasons.push("turned-off");
    return reasons;
  };
}

const none: readonly DisabledReason[] = [];

/**
 * Whether a skill that is disabled for these reasons leaves its name to the next one. It does when it is not meant for
 * this place at all: a stranger's folder must not hide the user's own skill, and a skill for another agent, tenant or
 * environment does not exist here. It does not when only a condition is not met: a name would change its meaning when
 * a file is opened, and whoever removes a command could put another skill in place of the enterprise's.
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

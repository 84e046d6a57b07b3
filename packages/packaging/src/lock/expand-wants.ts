import { packagingLimits } from "../limits.ts";
import type { Inclusion, SkillSet, SkillWant, Wants } from "./wants.ts";

export type ExpandedWants = {
  readonly skills: readonly SkillWant[];
  /** Sources whose `skillwright.json` is included and not loaded yet: load them and expand again. */
  readonly toLoad: readonly string[];
  /** Optional sources that could not be loaded, and were left out. */
  readonly skipped: readonly string[];
  /** Sources and sets that are missing although they are not optional. */
  readonly missing: readonly string[];
  /** Sets that include each other in a circle; each is taken once. */
  readonly cycles: readonly (readonly string[])[];
  /** Skills that several sets want differently: the first one found is kept. */
  readonly clashes: readonly { readonly kept: SkillWant; readonly dropped: SkillWant }[];
};

/** The files of included sources by source; undefined for one that cannot be loaded. */
export type LoadedWants = ReadonlyMap<string, Wants | undefined>;

/**
 * Every skill that a file of wants asks for, with those of the sets it includes and of the sets chosen by name. What the file itself says
 * goes before what its sets say.
 */
export function expandWants(
  wants: Wants,
  loaded: LoadedWants = new Map(),
  chosen: readonly string[] = [],
): ExpandedWants {
  const found = {
    skills: new Map<string, SkillWant>(),
    ...{ toLoad: new Set<string>(), skipped: new Set<string>(), missing: new Set<string>() },
    cycles: [] as (readonly string[])[],
    clashes: [] as { kept: SkillWant; dropped: SkillWant }[],
    done: new Set<string>(),
  };
  const walk: Walk = { found, loaded };
  const root = { skills: wants.skills, include: [...wants.include, ...chosen.map((set) => ({ set }))] };
  visit(walk, root, { file: wants, path: [] });
  const { skills, toLoad, skipped, missing, cycles, clashes } = found;
  return {
    skills: [...skills.values()],
    ...{ toLoad: [...toLoad], skipped: [...skipped], missing: [...missing], cycles, clashes },
  };
}

type Walk = {
  readonly found: {
    readonly skills: Map<string, SkillWant>;
    readonly toLoad: Set<string>;
    readonly skipped: Set<string>;
    readonly missing: Set<string>;
    readonly cycles: (readonly string[])[];
    readonly clashes: { kept: SkillWant; dropped: SkillWant }[];
    readonly done: Set<string>;
  };
  readonly loaded: LoadedWants;
};

/** The file a set is in, its source, and the sets on the way to it. */
type Place = { readonly file: Wants; readonly source?: string; readonly path: readonly string[] };

function visit(walk: Walk, { skills, include }: SkillSet, place: Place): void {
  const { found } = walk;
  for (const skill of skills) {
    const known = found.skills.get(skill.name);
    if (known === undefined) found.skills.set(skill.name, skill);
    else if (JSON.stringify(known) !== JSON.stringify(skill))
      found.clashes.push({ kept: known, dropped: skill });
  }
  for (const one of include) follow(walk, one, place);
}

function follow(walk: Walk, inclusion: Inclusion, { file, source: own, path }: Place): void {
  const { found, loaded } = walk;
  const source = inclusion.source ?? own;
  const label = [source, inclusion.set].filter((part) => part !== undefined).join("#");
  if (path.includes(label)) {
    found.cycles.push([...path.slice(path.indexOf(label)), label]);
    return;
  }
  if (found.done.has(label) || found.done.size >= packagingLimits.wantedSets) return;
  if (inclusion.source !== undefined && !loaded.has(inclusion.source)) {
    found.toLoad.add(inclusion.source);
    return;
  }
  found.done.add(label);
  const next = inclusion.source === undefined ? file : loaded.get(inclusion.source);
  const set = inclusion.set === undefined ? next : next?.sets.get(inclusion.set);
  if (next === undefined || set === undefined) {
    (inclusion.optional ? found.skipped : found.missing).add(label);
    return;
  }
  visit(walk, set, { file: next, ...(source === undefined ? {} : { source }), path: [...path, label] });
}

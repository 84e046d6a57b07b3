import { SkillError } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import {
  addDependencies,
  expandWants,
  getWanted,
  type LockedSkill,
  neededOnly,
  type SkillWant,
  type WantedSkill,
} from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { dependencyNotes, dependencySetting, gotNotes, readWants } from "../../packages/dependencies.ts";
import type { Packages } from "../../packages/open-packages.ts";
import { chooseLocked } from "../../packages/open-place.ts";
import { withAgents } from "../../packages/want-agents.ts";
import { findImportable } from "./import-file.ts";
import { preferenceOf } from "./preference.ts";

/** What is to be installed, and what `skillwright.json` will say. */
export type Gathered = {
  readonly wanted: readonly WantedSkill[];
  readonly wantsText: string | undefined;
  /** The skills that the command is about, without what they need. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
};

/** What `skillwright.json` wants, in the state that the lock has; without wants, everything that is locked. */
export async function addWanted(packages: Packages, invocation: Invocation, io: Io): Promise<Gathered> {
  if (invocation.option("as") !== undefined) throw new UsageError("--as requires a SOURCE.");
  const { wantsBytes } = packages;
  const { skills, notes, alsoKnown } = await listWants(packages, invocation, io);
  if (skills.length === 0) throw nothingWanted(packages, io);
  const wants = chooseWants(skills, packages, invocation.options("skill"));
  const prefer = preferenceOf(invocation);
  const setting = {
    ...dependencySetting(packages, wants, io),
    ...{ prefer, alsoKnown, frozen: invocation.flag("frozen") },
    ...(prefer === "latest" && { renew: "all" as const }),
  };
  const got = await getWanted(wants, setting);
  const resolved = await addDependencies(got.roots, setting);
  const isOpen = invocation.options("agent").length === 0;
  return {
    wanted: isOpen ? withAgents(resolved.wanted, wants) : resolved.wanted,
    names: wants.map(({ name }) => name),
    wantsText: wantsBytes && new TextDecoder().decode(wantsBytes),
    notes: [...notes, ...gotNotes(got), ...dependencyNotes(resolved.notes)],
  };
}

/** Another tool may have installed what is there. */
function nothingWanted({ place, wantsBytes }: Packages, io: Io): UsageError {
  const file = wantsBytes === undefined ? findImportable(place, io) : undefined;
  if (file === undefined)
    return new UsageError("nothing to install: name a SOURCE, or list skills in skillwright.json.");
  const scope = place.scope === "user" ? " --scope user" : "";
  return new UsageError(
    `there is no skillwright.json, but ${printable(file)} of another installer. Run \`skillwright add ${printable(file)}${scope}\` to install what it lists.`,
  );
}

/** The wants that --skill names, or all. What others need is not wanted, but locked. */
function chooseWants(
  wants: readonly SkillWant[],
  { setting: { lock } }: Packages,
  names: readonly string[],
): readonly SkillWant[] {
  if (names.length === 0) return wants;
  const others = names.filter((word) => !wants.some(({ name }) => name === word));
  return [
    ...wants.filter(({ name }) => names.includes(name)),
    ...(others.length === 0 ? [] : chooseLocked({ lock }, others).map(lockedAsWant)),
  ];
}

type ListedWants = {
  readonly skills: readonly SkillWant[];
  readonly notes: readonly string[];
  /** Names that the lock may have besides. */
  readonly alsoKnown: readonly string[];
};

async function listWants(packages: Packages, invocation: Invocation, io: Io): Promise<ListedWants> {
  const { wants, place } = packages;
  const sets = invocation.options("set");
  const unknown = sets.find((name) => !wants?.sets.has(name));
  if (unknown !== undefined) throw new UsageError(`skillwright.json has no set '${unknown}'.`);
  if (wants === undefined) return { skills: lockedAsWants(packages), notes: [], alsoKnown: [] };
  const all = expandWants(wants, new Map(), [...wants.sets.keys()]);
  const alsoKnown = all.skills.map(({ name }) => name);
  if (!invocation.flag("frozen")) return { ...(await readWants(packages, sets, io)), alsoKnown };
  const { skills, missing, toLoad } = expandWants(wants, new Map(), sets);
  const [absent] = missing;
  if (absent !== undefined)
    throw new SkillError("config-invalid", {
      path: place.wantsPath,
      reason: `it includes the set ${absent}, which does not exist.`,
    });
  // Other sources may want something else by now. The lock says what they wanted when it was written.
  const known = new Set(alsoKnown);
  const included = toLoad.length === 0 ? [] : lockedAsWants(packages).filter(({ name }) => !known.has(name));
  return { skills: [...skills, ...included], notes: [], alsoKnown };
}

/** The locked skills that are not there only for others. */
function lockedAsWants({ setting: { lock } }: Packages): readonly SkillWant[] {
  const needed = neededOnly(lock, new Set());
  return lock.skills.filter(({ name }) => !needed.has(name)).map(lockedAsWant);
}

function lockedAsWant({ name, source, skill }: LockedSkill): SkillWant {
  return { name, source, ...(skill !== undefined && { skill }) };
}

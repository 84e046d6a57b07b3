import {
  type DependencyNote,
  type DependencySetting,
  expandWants,
  type GotWanted,
  loadWants,
  lockedSource,
  type SkillWant,
  specOf,
  storeFolder,
} from "@skillwright/packaging";
import type { Io } from "../io.ts";
import type { Packages } from "./open-packages.ts";
import { shortRelease } from "./short-release.ts";

/** What `skillwright.json` wants, with the files of wants of other sources that it includes, and what the user should know of them. */
export async function readWants(
  packages: Packages,
  sets: readonly string[],
  io: Io,
): Promise<{ readonly skills: readonly SkillWant[]; readonly notes: readonly string[] }> {
  const { wants, setting, place } = packages;
  if (wants === undefined) return { skills: [], notes: [] };
  const load = { ...setting, home: io.place.home, wantsPath: place.wantsPath };
  const { skills, skipped, cycles, clashes } = await loadWants(wants, sets, load);
  return {
    skills,
    notes: [
      ...skipped.map((label) => `${label} is optional and cannot be read; its skills were left out.`),
      ...cycles.map((labels) => `Sets include each other: ${labels.join(" → ")}.`),
      ...clashes.map(
        ({ kept, dropped }) =>
          `${kept.name} is wanted twice; ${kept.source} is used, ${dropped.source} is not.`,
      ),
    ],
  };
}

/** What skills and sources the project names, for the choice of what skills need. */
export function dependencySetting(
  { wants, setting, place, ports }: Packages,
  stated: readonly SkillWant[],
  io: Io,
): DependencySetting {
  const { root } = place;
  const { home } = io.place;
  const listed = wants ? expandWants(wants, new Map(), [...wants.sets.keys()]).skills : [];
  const all = [...listed, ...stated];
  return {
    ...setting,
    ...{ home, cache: ports.cache, frozen: false, omitted: new Set(wants?.omit) },
    named: {
      skills: new Set(all.map(({ name }) => name)),
      sources: new Set(all.map((want) => lockedSource(specOf(want, { root, home }), root))),
    },
    installedText: (name) => {
      const file = `${storeFolder(place)}/${name}/SKILL.md`;
      if (ports.fs.stat(file)?.kind !== "file") return undefined;
      return new TextDecoder().decode(ports.fs.read(file, maxBytes).bytes);
    },
  };
}

/** A longer SKILL.md is read as far as this; its frontmatter comes first. */
const maxBytes = 1_048_576;

/** One sentence each. */
export function dependencyNotes(notes: readonly DependencyNote[]): readonly string[] {
  return notes.map(noteText);
}

function noteText(note: DependencyNote): string {
  switch (note.kind) {
    case "cycle":
      return `Skills need each other: ${note.names.join(" → ")}.`;
    case "unversioned":
      return `${note.by} needs ${note.name} ${note.range}; ${note.name} has no version, so this cannot be checked.`;
    case "passed-over":
      return `${note.name} ${note.preferred} does not fit together with the other skills; ${note.version} is used.`;
    case "omitted":
      return `${note.by} needs ${note.name}, which is left out.`;
    case "unneeded":
      return `No skill needs ${note.name} any more. \`skillwright remove ${note.name}\` removes it.`;
  }
}

/** What the user should know of skills that were left out or have to wait. */
export function gotNotes({ skipped, held }: GotWanted): readonly string[] {
  return [
    ...skipped.map((name) => `${name} is optional and cannot be fetched; it was left out.`),
    ...held.map(
      ({ name, release, reason }) => `${name} ${shortRelease(release)} is not installed yet: ${reason}.`,
    ),
  ];
}

import semver from "semver";
import type { LockedSkill } from "../lock/lock.ts";
import { formatSource } from "../sources/format-source.ts";
import type { SourceSpec } from "../sources/source.ts";

/** A source as the lock names it: without version, folder and skill, so that every way to ask for a skill has one origin. */
export function lockedSource(spec: SourceSpec, root: string): string {
  return formatSource(withoutDetails(spec), { from: root });
}

function withoutDetails(spec: SourceSpec): SourceSpec {
  switch (spec.kind) {
    case "git":
      return { kind: "git", url: spec.url };
    case "local":
      return { kind: "local", path: spec.path };
    case "site":
      return { kind: "site", url: spec.url };
    case "npm":
    case "hub":
      return { kind: spec.kind, name: spec.name };
    case "oci":
      return { kind: "oci", registry: spec.registry, repository: spec.repository };
  }
}

/** A source as the wants name it: with version and folder, but without the skill, whose name the wants have. */
export function wantedSource(spec: SourceSpec, root: string): string {
  if (!("skill" in spec)) return formatSource(spec, { from: root });
  const { skill: _, ...rest } = spec;
  return formatSource(rest, { from: root });
}

/** Whether a locked skill is one that a source, as it is wanted now, refers to. */
export function isLockedFrom(spec: SourceSpec, locked: LockedSkill, root: string): boolean {
  if (locked.source !== lockedSource(spec, root)) return false;
  if (spec.kind === "oci")
    return !spec.reference?.startsWith("sha256:") || spec.reference === locked.resolved;
  if (spec.kind === "git") {
    const { ref, path } = spec;
    const isBelow = path === undefined || `${locked.path ?? ""}/`.startsWith(`${path}/`);
    const isCommit = ref !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
    return isBelow && (isCommit ? ref === locked.resolved : fitsRange(ref, locked.version));
  }
  return !("range" in spec) || fitsRange(spec.range, locked.version);
}

/** Names of branches and tags, and content without a version, cannot be compared with a range. */
function fitsRange(range: string | undefined, version: string | undefined): boolean {
  if (range === undefined || version === undefined || semver.validRange(range) === null) return true;
  return semver.satisfies(version, range, { includePrerelease: true });
}

import type { FindingArguments, Severity } from "../finding.ts";

export type DiscoveryFindingCode =
  | "folder-unreadable"
  | "link-leaves-root"
  | "walk-too-deep"
  | "walk-too-large"
  | "skill-unreadable"
  | "skill-nonconforming"
  | "skill-without-description"
  | "frontmatter-invalid"
  | "name-differs-from-folder"
  | "skill-shadowed"
  | "package-manifest-invalid"
  | "package-field-unknown"
  | "package-skills-collide"
  | "project-untrusted"
  | "project-config-ignored"
  | "trust-unreadable"
  | "skill-too-large"
  | "too-many-skills"
  | "index-unusable"
  | "store-failed"
  | "instructions-unreadable"
  | "instructions-shortened";

/** Something amiss while finding and resolving skills; `formatDiscoveryFinding` puts it into words. */
export type DiscoveryFinding = {
  readonly code: DiscoveryFindingCode;
  readonly severity: Severity;
  /** Folder or file it is about; absolute. */
  readonly path: string;
  readonly args?: FindingArguments;
};

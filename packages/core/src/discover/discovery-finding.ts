import type { Severity } from "../finding.ts";
import type { MessageArguments } from "../message.ts";

export type DiscoveryFindingCode =
  | "folder-unreadable"
  | "link-leaves-root"
  | "link-dangling"
  | "root-missing"
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
  | "instructions-unreadable"
  | "instructions-shortened";

/** A problem met while finding and resolving skills; `formatDiscoveryFinding` words it. */
export type DiscoveryFinding = {
  readonly code: DiscoveryFindingCode;
  readonly severity: Severity;
  /** Absolute path of the folder or file it is about. */
  readonly path: string;
  readonly args?: MessageArguments;
};

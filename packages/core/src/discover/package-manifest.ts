import type { JsonObject } from "../text/json.ts";
import type { PackageNeeds } from "./package-needs.ts";

/** What a package declares about itself and its skills. */
export type PackageManifest = {
  readonly name: string;
  readonly skills: readonly SkillFolder[];
  /** Fields that the format reports and ignores. */
  readonly unknownFields: readonly string[];
  /** The format rejects skills that violate the standard. */
  readonly strict?: true;
  readonly needs?: PackageNeeds;
};

/** A folder inside a package that holds skills as its children, or is one. */
export type SkillFolder = {
  /** Relative to the package and inside it; empty for the package itself. */
  readonly path: string;
  /** It is the format's default, so it may be missing. */
  readonly isDefault: boolean;
};

/** Why a manifest cannot be used. */
export type Refusal = {
  readonly reason: string;
  /** The file is not in this format at all, so another manifest of the package may be used. */
  readonly isForeign: boolean;
};

export type ManifestReader = (fields: JsonObject) => PackageManifest | Refusal;

/** Where most formats keep skills. */
export const defaultFolder: SkillFolder = { path: "skills", isDefault: true };

export function refuse(reason: string): Refusal {
  return { reason, isForeign: false };
}

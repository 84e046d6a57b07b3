import type { JsonObject } from "../text/parse-json.ts";

/** What a package says of itself and its skills. */
export type PackageManifest = {
  readonly name: string;
  readonly skills: readonly SkillFolder[];
  /** Fields that the format has to report and ignore. */
  readonly unknownFields: readonly string[];
  /** The format forbids skills that break the standard. */
  readonly strict?: true;
};

/** A folder inside a package that holds skills as its children, or is one. */
export type SkillFolder = {
  /** Relative to the package and inside it; empty for the package itself. */
  readonly path: string;
  /** The format names it, not the author, so that it need not be there. */
  readonly isDefault: boolean;
};

/** Why a manifest cannot be used. */
export type Refusal = {
  readonly reason: string;
  /** The file is not of this format at all, so that another manifest of the package may count. */
  readonly isForeign: boolean;
};

export type ManifestReader = (fields: JsonObject) => PackageManifest | Refusal;

/** Where most formats keep skills. */
export const defaultFolder: SkillFolder = { path: "skills", isDefault: true };

export function refuse(reason: string): Refusal {
  return { reason, isForeign: false };
}

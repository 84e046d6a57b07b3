import { dirname, join, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import type { CheckSettings } from "@skillwright/core/check";
import type { Suppression } from "@skillwright/core/config";
import type { FileSystem, FindOptions } from "@skillwright/core/discover";
import { compact, compileGlob, printable } from "@skillwright/core/text";

export type ProjectConfig = FindOptions & {
  readonly profile?: string;
  readonly rules: NonNullable<CheckSettings["rules"]>;
  readonly suppressions?: readonly Suppression[];
  /** The folder of the file. */
  readonly folder?: string;
  /** What of it does not count, one sentence each. */
  readonly notes?: readonly string[];
};

/** The named configuration, or the nearest one at or above a folder. Loads the parser only if there is a file. */
export async function loadProjectConfig(
  fs: FileSystem,
  cwd: string,
  named: string | undefined,
): Promise<ProjectConfig> {
  if (named !== undefined && fs.stat(named)?.kind !== "file")
    throw new SkillError("file-missing", { path: named });
  const path = named ?? findProjectConfig(fs, cwd);
  if (path === undefined) return { rules: {} };
  const { readConfig } = await import("@skillwright/core/config");
  const { profile, rules, ignore, suppressions } = readConfig(fs, path);
  const folder = dirname(resolve(cwd, path));
  const patterns = ignore.map((pattern) => compileGlob(pattern));
  const isIgnored = (folder: string): boolean => patterns.some((matches) => matches(folder));
  const settings = { ...compact({ profile }), ignore: isIgnored, folder };
  if (named !== undefined || !isInSkill(fs, folder)) return { ...settings, rules, suppressions };
  return { ...settings, ...(await withoutSecurity(rules, suppressions, path)) };
}

/** Whether a folder is that of a skill, or inside one. */
function isInSkill(fs: FileSystem, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (["SKILL.md", "skill.md"].some((name) => fs.stat(join(at, name))?.kind === "file")) return true;
    if (dirname(at) === at) return false;
  }
}

/** A skill cannot silence security rules by a configuration of its own. */
async function withoutSecurity(
  rules: ProjectConfig["rules"],
  suppressions: readonly Suppression[],
  path: string,
): Promise<Pick<ProjectConfig, "rules" | "notes">> {
  const { findRule } = await import("@skillwright/core/check");
  const isSecurity = (id: string): boolean => findRule(id)?.category === "security";
  const kept = Object.fromEntries(Object.entries(rules).filter(([id]) => !isSecurity(id)));
  const dropped = Object.keys(rules).filter(isSecurity).length + suppressions.length;
  if (dropped === 0) return { rules: kept };
  const note = `what ${printable(path)} says about security rules does not count, since it comes with a skill; pass --config to use it.`;
  return { rules: kept, notes: [note] };
}

const names = ["skillwright.config.json", "skillwright.config.yaml", "skillwright.config.yml"];

/** The nearest configuration file at or above a folder, but not above `top`. */
export function findProjectConfig(fs: FileSystem, cwd: string, top?: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => fs.stat(path)?.kind === "file");
    if (found !== undefined || folder === top || dirname(folder) === folder) return found;
  }
}

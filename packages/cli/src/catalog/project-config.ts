import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import type { CheckSettings } from "@skillwright/core/check";
import type { FileSystem, FindOptions } from "@skillwright/core/discover";
import { compact, compileGlob } from "@skillwright/core/text";

export type ProjectConfig = FindOptions & {
  readonly profile?: string;
  readonly rules: NonNullable<CheckSettings["rules"]>;
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
  const { profile, rules, ignore } = readConfig(fs, path);
  const patterns = ignore.map((pattern) => compileGlob(pattern));
  const isIgnored = (folder: string): boolean => patterns.some((matches) => matches(folder));
  return { ...compact({ profile }), rules, ignore: isIgnored };
}

const names = ["skillwright.config.json", "skillwright.config.yaml", "skillwright.config.yml"];

/** The nearest configuration file at or above a folder, but not above `top`. */
export function findProjectConfig(fs: FileSystem, cwd: string, top?: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => fs.stat(path)?.kind === "file");
    if (found !== undefined || folder === top || dirname(folder) === folder) return found;
  }
}

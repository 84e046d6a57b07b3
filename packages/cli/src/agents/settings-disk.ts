import { rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { decodeUtf8 } from "@skillwright/core/text";
import { cliLimits } from "../limits.ts";
import type { SettingsScope } from "./agent-settings.ts";
import { type SettingsPlan, type SettingsReader, unusable } from "./settings-file.ts";

export type SettingsDisk = {
  readonly read: SettingsReader;
  /** Applies a plan, unless a file changed since it was read. */
  apply(plan: SettingsPlan): void;
};

type Boundary = { readonly scope: SettingsScope; readonly project: string; readonly home: string };

/**
 * Settings files on disk. Follows symbolic links, since people link their settings from dotfiles, but a project's settings must
 * not lead outside the project.
 */
export function createSettingsDisk(fs: FileSystem, boundary: Boundary): SettingsDisk {
  const read: SettingsReader = (path) => {
    refuseOutside(fs, boundary, path);
    return readText(fs, path);
  };
  return {
    read,
    apply: (plan) => {
      for (const { path, before, after } of plan) {
        if (read(path) !== before) throw new SkillError("settings-changed", { path });
        if (after === undefined) remove(fs, path, boundary);
        else fs.write(path, new TextEncoder().encode(after));
      }
    },
  };
}

function refuseOutside(fs: FileSystem, { scope, project }: Boundary, path: string): void {
  if (scope === "user") return;
  const target = nearestRealPath(fs, path);
  if (!isInside(fs.realPath(project) ?? project, target))
    throw new SkillError("settings-outside", { path, target });
}

/** The real path, or that of the nearest existing parent. */
function nearestRealPath(fs: FileSystem, path: string): string {
  const real = fs.realPath(path);
  const parent = dirname(path);
  return real ?? (parent === path ? path : nearestRealPath(fs, parent));
}

function readText(fs: FileSystem, path: string): string | undefined {
  const real = fs.realPath(path);
  if (real === undefined) return undefined;
  if (fs.stat(real)?.kind !== "file") throw unusable({ path, text: "" }, 0, "this is not a regular file");
  const { bytes, size } = fs.read(real, cliLimits.settingsFileBytes);
  if (size > cliLimits.settingsFileBytes)
    throw new SkillError("file-too-large", { path, size, max: cliLimits.settingsFileBytes });
  const text = decodeUtf8(bytes);
  if (text === undefined) throw unusable({ path, text: "" }, 0, "this is not UTF-8; convert it first");
  return text;
}

/** Removes the file, the link to it, and folders created for it. */
function remove(fs: FileSystem, path: string, { home, project }: Boundary): void {
  const real = fs.realPath(path) ?? path;
  attemptOn(path, () => {
    rmSync(real);
    rmSync(path, { force: true });
  });
  removeEmpty(dirname(path), [home, project]);
}

/** Removes at most two empty folders inside the home folder or project; no agent nests deeper. */
function removeEmpty(folder: string, tops: readonly string[], left = 2): void {
  const isOwn = !tops.includes(folder) && tops.some((top) => isInside(top, folder));
  if (!isOwn || left === 0) return;
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmpty(dirname(folder), tops, left - 1);
}

import { rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { type FileSystem, isInside } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import { cliLimits } from "../limits.ts";
import type { SettingsScope } from "./agent-settings.ts";
import { unusable } from "./settings-file.ts";
import type { SettingsPlan, SettingsReader } from "./settings-plan.ts";

export type SettingsDisk = {
  readonly read: SettingsReader;
  /** Does what a plan says, unless a file has changed since it was read. */
  apply(plan: SettingsPlan): void;
};

type Boundary = { readonly scope: SettingsScope; readonly project: string; readonly home: string };

/**
 * Settings as files. A link to a file is followed, since people keep their settings elsewhere and link to them; but what a
 * project brings along must not lead out of it.
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

/** Where a path leads, or the nearest folder above it that is there. */
function nearestRealPath(fs: FileSystem, path: string): string {
  const real = fs.realPath(path);
  const parent = dirname(path);
  return real ?? (parent === path ? path : nearestRealPath(fs, parent));
}

function readText(fs: FileSystem, path: string): string | undefined {
  const real = fs.realPath(path);
  if (real === undefined) return undefined;
  if (fs.stat(real)?.kind !== "file") throw unusable({ path, text: "" }, 0, "this is not a file");
  const { bytes, size } = fs.read(real, cliLimits.settingsFileBytes);
  if (size > cliLimits.settingsFileBytes)
    throw new SkillError("file-too-large", { path, size, max: cliLimits.settingsFileBytes });
  const text = decodeUtf8(bytes);
  if (text === undefined) throw unusable({ path, text: "" }, 0, "this is not UTF-8; save it as such first");
  return text;
}

/** With the link that led to it, and the folders that were made for it. */
function remove(fs: FileSystem, path: string, { home, project }: Boundary): void {
  const real = fs.realPath(path) ?? path;
  attemptOn(path, () => {
    rmSync(real);
    rmSync(path, { force: true });
  });
  removeEmpty(dirname(path), [home, project]);
}

/** The nearest two, below the home folder or the project: no agent has more of its own. One that holds anything stays. */
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

import semver from "semver";
import type { VersionRow } from "../database/tables.ts";
import { isInstallable } from "./visibility.ts";

/** The version that clients get who ask for none: the highest one, if possible not deprecated and not a prerelease. */
export function latestOf<Row extends Pick<VersionRow, "version" | "state" | "yanked" | "deprecated">>(
  versions: readonly Row[],
): Row | undefined {
  return versions
    .filter(({ state, yanked }) => isInstallable(state) && yanked === null)
    .toSorted((a, b) => demerits(a) - demerits(b) || semver.rcompare(a.version, b.version))[0];
}

function demerits({ version, deprecated }: Pick<VersionRow, "version" | "deprecated">): number {
  return (deprecated === null ? 0 : 2) + (semver.prerelease(version) === null ? 0 : 1);
}

import semver from "semver";
import { packagingLimits } from "../limits.ts";

/**
 * A range as npm writes it. Also reads `latest`, an empty text and `>=1.0.0,<2.0.0`, as AAM writes it; undefined for anything else.
 */
export function readRange(text: string): string | undefined {
  if (text.length > packagingLimits.rangeCharacters) return undefined;
  const plain = text.trim();
  if (plain === "latest" || plain === "") return plain === "" ? "*" : "latest";
  const range = plain.replaceAll(",", " ").replaceAll("==", "=");
  return semver.validRange(range) === null ? undefined : range;
}

export type RangeOptions = {
  /** Whether ranges that do not name a pre-release match pre-releases too. */
  readonly prereleases?: boolean | undefined;
};

/** The versions in a range, in the order given. `latest` is the newest release, or the newest pre-release if there is no other. */
export function versionsIn(
  range: string,
  versions: readonly string[],
  { prereleases = false }: RangeOptions = {},
): readonly string[] {
  const read = readRange(range);
  if (read === undefined) return [];
  if (read === "latest") {
    const stable = versions.filter((version) => semver.prerelease(version) === null);
    const [newest] = sortVersions(stable.length === 0 || prereleases ? versions : stable).toReversed();
    return newest === undefined ? [] : [newest];
  }
  const parsed = new semver.Range(read, { includePrerelease: prereleases });
  return versions.filter((version) => parsed.test(version));
}

/** The valid versions, each once, the oldest first. */
export function sortVersions(versions: readonly string[]): readonly string[] {
  return semver.sort([...new Set(versions)].filter((version) => semver.valid(version) !== null));
}

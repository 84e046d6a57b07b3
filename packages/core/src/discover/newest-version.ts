/** Something in a folder named after its version. */
export type Versioned = {
  readonly folder: string;
  /** When it was installed. */
  readonly changedMs: number;
};

/** The newest of several versions: by number when all folders have one, else the one installed last. */
export function newestVersion<T extends Versioned>(candidates: readonly T[]): T | undefined {
  const numbered = candidates.map((candidate) => ({ candidate, version: readVersion(candidate.folder) }));
  const areNumbered = numbered.every(({ version }) => version !== undefined);
  numbered.sort((a, b) => {
    const byNumber = areNumbered && a.version && b.version ? compareVersions(b.version, a.version) : 0;
    return byNumber || b.candidate.changedMs - a.candidate.changedMs;
  });
  return numbered[0]?.candidate;
}

type Version = {
  /** Always four, padded with zeros. */
  readonly numbers: readonly number[];
  /** `rc.1` in `1.0.0-rc.1`. */
  readonly preview?: string;
};

/** At least two numbers: a single one is more likely the start of a commit hash. */
const versionFolder = /(?:^|\/)v?(\d{1,9}(?:\.\d{1,9}){1,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function readVersion(folder: string): Version | undefined {
  const [, written, preview] = versionFolder.exec(folder) ?? [];
  if (written === undefined) return undefined;
  const [major = 0, minor = 0, patch = 0, build = 0] = written.split(".").map(Number);
  const numbers = [major, minor, patch, build];
  return preview === undefined ? { numbers } : { numbers, preview };
}

function compareVersions(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.preview !== undefined && b.preview !== undefined)
    return a.preview.localeCompare(b.preview, "en", { numeric: true });
  // A release comes after its previews.
  return Number(a.preview === undefined) - Number(b.preview === undefined);
}

import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { isJsonObject, parseJson } from "../text/json.ts";
import { decodeUtf8 } from "../text/utf8.ts";

/** What a user trusts in a project, and since when. */
export type TrustRecord = {
  /** The digest of each skill by its real path inside the project; see `ProjectSkill`. */
  readonly skills: ReadonlyMap<string, string>;
  /** ISO 8601 date and time in UTC. */
  readonly at: string;
  /** It is the user's own project: its skills stay trusted when they change, and new ones are trusted too. */
  readonly own?: true;
};

/** By the real path of the project. */
export type TrustRecords = ReadonlyMap<string, TrustRecord>;

export type Trust = { readonly records: TrustRecords; readonly findings: readonly DiscoveryFinding[] };

/** The projects that a user trusts. An invalid file means that nothing is trusted. */
export function readTrust(fs: FileSystem, file: string): Trust {
  try {
    return { records: readRecords(fs, file), findings: [] };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const reason = error.details.reason ?? error.code;
    const finding = { code: "trust-unreadable", severity: "error", path: file, args: { reason } } as const;
    return { records: new Map(), findings: [finding] };
  }
}

/**
 * Adds records and removes those that are `undefined`. An invalid file is not overwritten (`state-unreadable`): another
 * program may still need it. The file has no special permissions, since the file-system port cannot set them; it
 * contains no secret, but its folder must be writable by its owner only.
 */
export function writeTrust(
  fs: FileSystem,
  file: string,
  changes: ReadonlyMap<string, TrustRecord | undefined>,
): TrustRecords {
  const records = new Map(readRecords(fs, file));
  for (const [project, record] of changes) {
    if (record === undefined) records.delete(project);
    else records.set(project, record);
  }
  const bytes = toBytes(records);
  if (bytes.length > limits.trustFileBytes) throw tooLarge(file, records);
  // Verify that it can be read again, or one write could end all trust.
  parseRecords(bytes, file);
  fs.write(file, bytes);
  return records;
}

const version = 1;

function toBytes(records: TrustRecords): Uint8Array {
  const projects = toSortedObject(records, ({ skills, at, own }) => ({
    skills: toSortedObject(skills),
    at,
    ...(own && { own }),
  }));
  return new TextEncoder().encode(`${JSON.stringify({ version, projects }, undefined, 2)}\n`);
}

/** `Object.fromEntries` makes any key an own property, `__proto__` too. */
function toSortedObject<T>(
  map: ReadonlyMap<string, T>,
  form: (value: T) => unknown = (value) => value,
): object {
  const sorted = [...map].sort(([a], [b]) => Number(a > b) - Number(a < b));
  return Object.fromEntries(sorted.map(([key, value]) => [key, form(value)]));
}

function tooLarge(path: string, records: TrustRecords): SkillError {
  const count = [...records.values()].reduce((sum, { skills }) => sum + skills.size, 0);
  return new SkillError("trust-too-large", { path, count, max: limits.trustFileBytes });
}

function readRecords(fs: FileSystem, file: string): TrustRecords {
  if (fs.stat(file) === undefined) return new Map();
  const { bytes, size } = fs.read(file, limits.trustFileBytes);
  if (size > bytes.length) throw unreadable(file, "it is too large");
  return parseRecords(bytes, file);
}

function parseRecords(bytes: Uint8Array, file: string): TrustRecords {
  const state = parseJson(decodeUtf8(bytes) ?? "");
  if (state === undefined) throw unreadable(file, "it is not JSON");
  if (!isJsonObject(state) || state.version !== version)
    throw unreadable(file, "it has another form or version");
  if (!isJsonObject(state.projects)) throw unreadable(file, "it has no list of projects");
  const records = new Map<string, TrustRecord>();
  for (const [project, value] of Object.entries(state.projects)) {
    const record = isAbsolute(project) ? parseRecord(value) : undefined;
    if (record === undefined) throw unreadable(file, `the entry ${project} is broken`);
    records.set(project, record);
  }
  return records;
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:\/)/.test(path);
}

function parseRecord(value: unknown): TrustRecord | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.skills) || typeof value.at !== "string") return undefined;
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(value.at)) return undefined;
  const skills = new Map<string, string>();
  for (const [path, digest] of Object.entries(value.skills)) {
    if (!isPathWithin(path) || !isDigest(digest)) return undefined;
    skills.set(path, digest);
  }
  return { skills, at: value.at, ...(value.own === true && { own: true }) };
}

function isPathWithin(path: string): boolean {
  return path === "." || path.split("/").every((part) => !["", ".", ".."].includes(part));
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);
}

function unreadable(path: string, reason: string): SkillError {
  return new SkillError("state-unreadable", { path, reason });
}

import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { decodeUtf8 } from "../text/decode-utf8.ts";

/** What a user vouched for in a project, and when. */
export type TrustRecord = {
  /** From `projectDigest`. */
  readonly digest: string;
  /** Date and time as ISO 8601 has them, in UTC. */
  readonly at: string;
};

/** By the real path of each project. */
export type TrustRecords = ReadonlyMap<string, TrustRecord>;

export type Trust = { readonly records: TrustRecords; readonly findings: readonly DiscoveryFinding[] };

/** The projects a user has vouched for. When the file is not what was written there, nothing is trusted. */
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
 * Adds what a user vouches for and drops what is `undefined`. A file that is not what was written there stays as it is
 * (`state-unreadable`): it may hold what somebody else still needs. The file gets the rights that new files have, since
 * the file-system port knows no others; it holds no secret, but its folder must be writable by its owner only.
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
  const projects = Object.fromEntries([...records].sort(([a], [b]) => Number(a > b) - Number(a < b)));
  const bytes = new TextEncoder().encode(`${JSON.stringify({ version, projects }, undefined, 2)}\n`);
  // Whatever is written must be readable again, or one write would end all trust.
  parseRecords(bytes, file);
  fs.write(file, bytes);
  return records;
}

const version = 1;

function readRecords(fs: FileSystem, file: string): TrustRecords {
  if (fs.stat(file) === undefined) return new Map();
  const { bytes, size } = fs.read(file, limits.trustFileBytes);
  if (size > bytes.length) throw unreadable(file, "it is too large");
  return parseRecords(bytes, file);
}

function parseRecords(bytes: Uint8Array, file: string): TrustRecords {
  if (bytes.length > limits.trustFileBytes) throw unreadable(file, "it is too large");
  const state = parseJson(decodeUtf8(bytes) ?? "", file);
  if (!isObject(state) || state.version !== version) throw unreadable(file, "it has another form or version");
  if (!isObject(state.projects)) throw unreadable(file, "it has no list of projects");
  const records = new Map<string, TrustRecord>();
  for (const [project, record] of Object.entries(state.projects)) {
    if (!isAbsolute(project) || !isRecord(record)) throw unreadable(file, `the entry ${project} is broken`);
    records.set(project, { digest: record.digest, at: record.at });
  }
  return records;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(file, "it is not JSON");
    throw error;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:\/)/.test(path);
}

function isRecord(value: unknown): value is TrustRecord {
  if (!isObject(value) || typeof value.digest !== "string" || typeof value.at !== "string") return false;
  return /^sha256:[0-9a-f]{64}$/.test(value.digest) && /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(value.at);
}

function unreadable(path: string, reason: string): SkillError {
  return new SkillError("state-unreadable", { path, reason });
}

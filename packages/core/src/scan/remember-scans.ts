import type { ScanMemory, Scanned } from "../check/scan-memory.ts";
import { digestFiles } from "../digest/digest-files.ts";
import { readDigestEntries } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import type { LoadedSkill } from "../discover/load-skill.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { baseName } from "../path/path.ts";
import { readSealed, type Seal, writeSealed } from "../state/sealed-file.ts";

/** Scans that are remembered in a file, which only its owner may be able to write. */
export type RememberedScans = ScanMemory & {
  /** Writes what is new; nothing if it cannot be written, since a memory only saves time. */
  readonly save: () => void;
};

export type MemoryOptions = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  readonly file: string;
  /** Of the rules and the scanner: others see other things. */
  readonly version: string;
  readonly limits?: { readonly skills: number; readonly bytes: number };
};

const usualLimits = { skills: 8192, bytes: 16_777_216 };
/** More findings in one skill are not remembered: scanning it again is rare. */
const mostObservations = 200;

/**
 * Remembers scans by the digest of all of a skill's content. The digest is taken before and after a scan, and must be that of the text that was
 * loaded, so that nothing stands for files that were exchanged meanwhile.
 */
export function rememberScans({
  fs,
  sha256,
  file,
  version,
  limits = usualLimits,
}: MemoryOptions): RememberedScans {
  const seal: Seal = { kind: `scans-1-${version}`, sha256, maxBytes: limits.bytes };
  const keys = new WeakMap<LoadedSkill, string | undefined>();
  let known: Map<string, Scanned> | undefined;
  let isChanged = false;
  const all = (): Map<string, Scanned> => {
    known ??= readScans(readSealed(fs, file, seal));
    return known;
  };
  const keyOf = (skill: LoadedSkill): string | undefined => {
    if (!keys.has(skill)) keys.set(skill, identify(skill, fs, sha256));
    return keys.get(skill);
  };
  return {
    recall: (skill) => {
      const key = keyOf(skill);
      const found = key === undefined ? undefined : all().get(key);
      if (key === undefined || found === undefined) return undefined;
      // The last ones that were used are kept longest.
      all().delete(key);
      all().set(key, found);
      return found;
    },
    keep: (skill, scanned) => {
      const key = keyOf(skill);
      if (key === undefined || scanned.observations.length > mostObservations) return;
      if (identify(skill, fs, sha256) !== key) return;
      all().set(key, scanned);
      isChanged = true;
    },
    save: () => {
      if (!isChanged) return;
      isChanged = false;
      try {
        writeSealed(fs, file, {
          ...seal,
          payload: payloadOf([...all()].slice(-limits.skills), limits.bytes),
        });
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
      }
    },
  };
}

/** All that decides what a scan sees; undefined where that is more than the digest covers. */
function identify(skill: LoadedSkill, fs: FileSystem, sha256: Sha256): string | undefined {
  const { directory, directoryName = "", file, parsed, files } = skill;
  if (directory === "" || parsed.unreadable || files.leftOut().includes(".git")) return undefined;
  try {
    const entries = readDigestEntries(fs, directory, sha256);
    const name = baseName(file);
    const loaded = sha256(encoder.encode(parsed.text));
    if (!entries.some((entry) => entry.path === name && "hash" in entry && entry.hash === loaded))
      return undefined;
    return [digestFiles(entries, sha256, directory), name, directoryName].join("/");
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The last ones that fit. */
function payloadOf(scans: readonly (readonly [string, Scanned])[], maxBytes: number): Uint8Array {
  let kept = scans;
  for (;;) {
    const payload = encoder.encode(JSON.stringify(kept));
    // The header of the file takes some.
    if (payload.length + 1024 < maxBytes || kept.length === 0) return payload;
    kept = kept.slice(Math.ceil(kept.length / 2));
  }
}

function readScans(payload: Uint8Array | undefined): Map<string, Scanned> {
  if (payload === undefined) return new Map();
  // Its seal says that this program wrote it as it is.
  return new Map(JSON.parse(decoder.decode(payload)) as readonly (readonly [string, Scanned])[]);
}

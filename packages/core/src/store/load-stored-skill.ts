import { truncateAtLine } from "../activate/truncate-at-line.ts";
import { digestFiles, hasFileOf } from "../digest/digest-files.ts";
import { readDigestEntries } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { type LoadedSkill, loadSkill } from "../discover/load-skill.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { indexFiles } from "./index-files.ts";
import type { StoredSkill } from "./skill-store.ts";

/** A skill's name and the absolute path of its folder. */
export type SkillAddress = { readonly name: string; readonly directory: string };

export type LoadOptions = {
  readonly sha256: Sha256;
  /** List only files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
};

/** Reads the whole skill in a folder. A skill that changed its name since it was found is refused. */
export function loadStoredSkill(fs: FileSystem, address: SkillAddress, options: LoadOptions): StoredSkill {
  const { name, directory } = address;
  const { sha256, oneLevel = false } = options;
  const { file, directoryName, parsed } = loadReadable(fs, directory);
  const entries = readDigestEntries(fs, directory, sha256);
  const digest = digestFiles(entries, sha256, directory);
  const { manifest } = parsed;
  // Otherwise the digest would cover other instructions than those returned.
  const isCovered = hasFileOf(entries, sha256(encoder.encode(parsed.text)));
  if (!isCovered || (manifest.name ?? directoryName) !== name)
    throw new SkillError("skill-changed", { name });
  const whole = parsed.text.slice(parsed.bodySpan.start, parsed.bodySpan.end).trim();
  const body = truncateAtLine(whole, limits.activationBytes);
  return {
    name,
    description: manifest.description ?? "",
    manifest,
    file,
    directory,
    body,
    truncated: body !== whole,
    ...(manifest.argumentNames === undefined ? {} : { argumentNames: manifest.argumentNames }),
    files: indexFiles(entries, { oneLevel }),
    digest,
  };
}

const encoder = new TextEncoder();

function loadReadable(fs: FileSystem, directory: string): LoadedSkill {
  const loaded = loadSkill(fs, directory);
  const [problem] = loaded.parsed.problems;
  if (!loaded.parsed.unreadable || !problem) return loaded;
  throw new SkillError("skill-invalid", {
    path: loaded.file,
    reason: `it violates the rule ${problem.rule}`,
  });
}

import { type DigestEntry, digestFiles, hasFileOf } from "../digest/digest-files.ts";
import { readDigestEntries } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { skippedFolders } from "../discover/layout.ts";
import { type LoadedSkill, loadSkill } from "../discover/load-skill.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import type { SkillManifest } from "../skill.ts";
import { compact } from "../text/compact.ts";
import { truncateAtLine } from "../text/utf8.ts";
import { isFilePath } from "./bundled-file.ts";

/** The whole of a skill, as an activation needs it. */
export type SkillContent = {
  readonly name: string;
  readonly description: string;
  /** The whole frontmatter. */
  readonly manifest: SkillManifest;
  /** Absolute path of the SKILL.md. */
  readonly file: string;
  /** Absolute path of its folder. */
  readonly directory: string;
  /** The instructions: the text after the frontmatter, trimmed. */
  readonly body: string;
  /** The body exceeded the activation limit and was cut. */
  readonly truncated: boolean;
  /** From the manifest, so that an activation needs nothing else. */
  readonly argumentNames?: readonly string[];
  /** Paths of its files, relative to the skill. */
  readonly files: readonly string[];
  /** Content digest of the whole skill. */
  readonly digest: string;
};

/** A skill's name and the absolute path of its folder. */
type SkillAddress = { readonly name: string; readonly directory: string };

type ContentOptions = {
  readonly sha256: Sha256;
  /** List only files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
};

/** Reads the whole skill in a folder. A skill that changed its name since it was found is refused. */
export function loadContent(fs: FileSystem, address: SkillAddress, options: ContentOptions): SkillContent {
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
    ...compact({ argumentNames: manifest.argumentNames }),
    files: listFiles(entries, oneLevel),
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

/** The sorted paths of a skill's files, without SKILL.md, hidden files and tool leftovers. */
function listFiles(entries: readonly DigestEntry[], oneLevel: boolean): readonly string[] {
  const files = new Set(entries.filter((entry) => "hash" in entry).map(({ path }) => path));
  return entries
    .filter((entry) => "hash" in entry || files.has(entry.linksTo))
    .map(({ path }) => path)
    .filter((path) => isFilePath(path, { oneLevel }) && !isSkillFile(path) && !isLeftBehind(path))
    .sort();
}

/** In any case: a case-insensitive disk reads each as the SKILL.md. */
function isSkillFile(path: string): boolean {
  return path.toLowerCase() === "skill.md";
}

function isLeftBehind(path: string): boolean {
  return path.split("/").some((part) => skippedFolders.has(part));
}

import { SkillError, type SkillErrorCode } from "../error.ts";
import type { Observation } from "../finding.ts";
import type { FileSystem, ReadResult } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { type ParsedSkill, parseSkill } from "../parse/parse-skill.ts";
import { isInside } from "../path/path.ts";
import type { SkillManifest } from "../skill.ts";
import { discoverLimits } from "./limits.ts";

/** The two spellings that clients read, in order of precedence. */
export const skillFileNames = ["SKILL.md", "skill.md"] as const;

/** Which SKILL.md to read, and whether a link may lead anywhere, as agents allow it, or only inside the skill. */
export type SkillFilePlace = {
  readonly directory: string;
  readonly file: string;
  readonly anyLink?: boolean;
};

/** Why a SKILL.md cannot be read. */
export type SkillFileFault =
  | { readonly fault: "link-outside"; readonly target: string }
  | { readonly fault: "link-dangling" }
  | { readonly fault: SkillErrorCode };

/** What the frontmatter says, without the body. */
export type Metadata = {
  readonly manifest: SkillManifest;
  readonly problems: readonly Observation[];
  /** Of the whole file. */
  readonly size: number;
  readonly changedMs: number;
};

/** Reads a whole SKILL.md, up to one byte over the limit; undefined when there is none. */
export function readSkillFile(
  fs: FileSystem,
  place: SkillFilePlace,
): ReadResult | SkillFileFault | undefined {
  return openSkillFile(fs, place, (path) => fs.read(path, limits.skillFileBytes + 1));
}

/** Reads only the start of a SKILL.md that contains its frontmatter; undefined when there is none. */
export function readSkillMetadata(
  fs: FileSystem,
  place: SkillFilePlace,
): Metadata | SkillFileFault | undefined {
  return openSkillFile(fs, place, (path) => readMetadata(fs, path));
}

function openSkillFile<Value>(
  fs: FileSystem,
  place: SkillFilePlace,
  read: (path: string) => Value,
): Value | SkillFileFault | undefined {
  try {
    return read(place.file);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    if (error.code === "file-missing") return undefined;
    return error.code === "file-is-link" ? openLinked(fs, place, read) : { fault: error.code };
  }
}

function openLinked<Value>(
  fs: FileSystem,
  { directory, file, anyLink = false }: SkillFilePlace,
  read: (path: string) => Value,
): Value | SkillFileFault {
  try {
    const target = fs.realPath(file);
    if (target === undefined) return { fault: "link-dangling" };
    const root = fs.realPath(directory);
    if (!anyLink && (root === undefined || !isInside(root, target))) return { fault: "link-outside", target };
    return read(target);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { fault: error.code };
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads 2 KB, enough for nearly every skill, then four times more at each step, up to the frontmatter limit. */
function readMetadata(fs: FileSystem, file: string): Metadata {
  let wanted: number = discoverLimits.metadataPrefixBytes;
  for (;;) {
    const { bytes, size, changedMs } = fs.read(file, wanted);
    const parsed = parseSkill(decoder.decode(bytes));
    const isWhole = bytes.length >= size || wanted >= limits.frontmatterBytes;
    if (isWhole || isClosed(parsed)) {
      const { manifest, problems } = parsed;
      return { manifest, problems, size, changedMs };
    }
    wanted = Math.min(wanted * 4, limits.frontmatterBytes);
  }
}

/** Whether the frontmatter ends before the cut; a `---` right at the cut may start a longer line. */
function isClosed({ frontmatterSpan, bodySpan, problems, text }: ParsedSkill): boolean {
  if (problems.some(({ rule }) => rule === "frontmatter.unclosed")) return false;
  return frontmatterSpan === undefined || bodySpan.start < text.length;
}

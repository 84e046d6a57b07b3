import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { DiscoveryFinding, DiscoveryFindingCode } from "./discovery-finding.ts";
import { resolveInside } from "./layout.ts";
import { type Metadata, readMetadata } from "./read-metadata.ts";

/** The metadata of a SKILL.md, a finding that says why it is unusable, or undefined when the file does not exist. */
export function readSkillMetadata(
  fs: FileSystem,
  directory: string,
  file: string,
): Metadata | DiscoveryFinding | undefined {
  const metadata = tryRead(fs, directory, file);
  if (metadata === undefined || "code" in metadata || metadata.manifest.description?.trim()) return metadata;
  const isFrontmatterBad = metadata.problems.some(({ rule }) => rule.startsWith("frontmatter."));
  return broken(isFrontmatterBad ? "frontmatter-invalid" : "skill-without-description", file);
}

function tryRead(fs: FileSystem, directory: string, file: string): Metadata | DiscoveryFinding | undefined {
  try {
    return readMetadata(fs, file);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    if (error.code === "file-missing") return undefined;
    if (error.code === "file-is-link") return tryReadLinked(fs, directory, file);
    return broken("skill-unreadable", file, { reason: error.code });
  }
}

/** A SKILL.md may be a link as long as the target is inside its skill. */
function tryReadLinked(fs: FileSystem, directory: string, file: string): Metadata | DiscoveryFinding {
  try {
    const inside = resolveInside(fs, directory, file);
    if (inside !== undefined) return readMetadata(fs, inside);
    return broken("link-leaves-root", file, { target: fs.realPath(file) ?? "nowhere" });
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return broken("skill-unreadable", file, { reason: error.code });
  }
}

function broken(code: DiscoveryFindingCode, path: string, args?: DiscoveryFinding["args"]): DiscoveryFinding {
  return { code, severity: "error", path, ...(args === undefined ? {} : { args }) };
}

import type { Observation } from "../finding.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { splitFrontmatter } from "../parse/split-frontmatter.ts";
import type { SkillManifest } from "../skill.ts";

export type Metadata = {
  readonly manifest: SkillManifest;
  readonly problems: readonly Observation[];
  /** Of the whole file. */
  readonly size: number;
  readonly changedMs: number;
};

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads only as much of a SKILL.md as holds its frontmatter: 4 KB for nearly every skill, more in fourfold steps
 * for the rest, never past the frontmatter limit. The body stays on the disk.
 */
export function readMetadata(fs: FileSystem, file: string): Metadata {
  let wanted: number = limits.metadataPrefixBytes;
  for (;;) {
    const { bytes, size, changedMs } = fs.read(file, wanted);
    const isWhole = bytes.length >= size || wanted >= limits.frontmatterBytes;
    const text = isWhole ? decoder.decode(bytes) : completeLines(decoder.decode(bytes));
    if (isWhole || splitFrontmatter(text).kind !== "unclosed") {
      const { manifest, problems } = parseSkill(text);
      return { manifest, problems, size, changedMs };
    }
    wanted = Math.min(wanted * 4, limits.frontmatterBytes);
  }
}

/** A `---` at the cut may be the start of a longer line. */
function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

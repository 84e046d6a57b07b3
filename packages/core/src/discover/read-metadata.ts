import type { Observation } from "../finding.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { type ParsedSkill, parseSkill } from "../parse/parse-skill.ts";
import type { SkillManifest } from "../skill.ts";
import { discoverLimits } from "./limits.ts";

export type Metadata = {
  readonly manifest: SkillManifest;
  readonly problems: readonly Observation[];
  /** Of the whole file. */
  readonly size: number;
  readonly changedMs: number;
};

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads only the start of a SKILL.md that contains its frontmatter: 2 KB for nearly every skill, four times more at each
 * further step, up to the frontmatter limit. The body stays on disk.
 */
export function readMetadata(fs: FileSystem, file: string): Metadata {
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

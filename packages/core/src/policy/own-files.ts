import { type ToolPattern, tokenizeTools } from "../parse/tool-list.ts";
import { isInside } from "../path/path.ts";
import { canonicalTool } from "./tool-names.ts";

/** A skill's list, and where the skill is. */
export type ListedFiles = {
  readonly requestedTools?: readonly ToolPattern[];
  /** Absolute; empty if unknown. */
  readonly directory: string;
};

/**
 * What a skill's list implies beyond its words: agents read a skill's files and run its scripts from the project folder, while the
 * author wrote paths relative to the skill. Scripts the list does not name are not included.
 */
export function ownFilePatterns(
  { requestedTools = [], directory }: ListedFiles,
  cwd: string,
): readonly ToolPattern[] {
  if (requestedTools.length === 0 || directory === "") return [];
  const inside = isInside(cwd, directory) ? [directory.slice(cwd.length + 1)] : [];
  const places = [folder, ...inside];
  const commands = requestedTools.flatMap(({ tool, pattern }) =>
    canonicalTool(tool) === "Bash" && pattern !== undefined && ownPath.test(pattern)
      ? places.map((place) => `Bash(${pattern.replace(ownPath, `$1${place}/$2`)})`)
      : [],
  );
  const moving = commands.length === 0 ? [] : places.map((place) => `Bash(cd ${place})`);
  return tokenizeTools([...reading, ...commands, ...moving].join(" ")).map(({ text, tool, pattern }) => ({
    ...{ text, tool },
    ...(pattern === undefined ? {} : { pattern }),
  }));
}

/** Placeholder for the skill's folder in a pattern; filled in as text, or left and then meaningless. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of patterns.
const folder = "${SKILL_DIR}";
const reading = ["Read", "Grep", "Glob", "LS"].map((tool) => `${tool}(${folder}/**)`);
/** The first path of a command that is one of the skill's own files. */
const ownPath = /(^|\s)(?:\.\/)?((?:scripts|tools|bin|assets|references)\/)/;

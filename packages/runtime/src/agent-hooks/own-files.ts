import { canonicalTool, isInside, type ToolPattern, tokenizeTools } from "@skillwright/core";
import type { ActiveRecord } from "./active-record.ts";

/**
 * What a skill's list means besides its words: agents read a skill's files and run its scripts from the project's folder, while its author
 * wrote their paths as they are in the skill. Scripts that the list does not name are not in it.
 */
export function ownFilePatterns(
  { requestedTools = [], directory }: Pick<ActiveRecord, "requestedTools" | "directory">,
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

/** Stands for the skill's folder in a pattern; it is filled in as text, or stays and means nothing. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of patterns.
const folder = "${SKILL_DIR}";
const reading = ["Read", "Grep", "Glob", "LS"].map((tool) => `${tool}(${folder}/**)`);
/** The first path of a command that is one of a skill's own files. */
const ownPath = /(^|\s)(?:\.\/)?((?:scripts|tools|bin|assets|references)\/)/;

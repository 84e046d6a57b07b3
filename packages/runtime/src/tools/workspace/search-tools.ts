import { SkillError } from "@skillwright/core";
import { compileGlob, expandBraces, type JsonObject } from "@skillwright/core/text";
import type { Clock } from "../../clock.ts";
import type { Executor } from "../create-tool.ts";
import { toolsLimits } from "../limits.ts";
import type { GlobInput, GrepInput } from "./definitions.ts";
import { type FilePlaces, placeToRead, showPath } from "./file-places.ts";
import { createLineMatcher } from "./match-lines.ts";
import { toText } from "./read-inside.ts";
import { type FoundFile, walkFiles } from "./walk-files.ts";

/** Finds files by name. */
export function createGlob(places: FilePlaces, clock: Clock): Executor<GlobInput, JsonObject> {
  return async ({ pattern, path = ".", limit }, call) => {
    const start = placeToRead(path, call, places);
    const matches = createPathMatcher(pattern);
    const walk = walkFiles(start, { workspace: places.workspace, clock, signal: call.signal });
    const found: string[] = [];
    for await (const file of walk.files) {
      if (!matches(file.relative) || !call.mayRead(file.path)) continue;
      if (found.length === limit) return { paths: found, truncated: true };
      found.push(showPath(file.path, places));
    }
    return { paths: found, truncated: walk.endedEarly() };
  };
}

/** Finds lines in files by a regular expression. */
export function createGrep(places: FilePlaces, clock: Clock): Executor<GrepInput, JsonObject> {
  return async (input, call) => {
    const { pattern, path = ".", glob = "**", ignore_case: ignoreCase = false, limit } = input;
    const start = placeToRead(path, call, places);
    const isWanted = createPathMatcher(glob);
    const match = createLineMatcher(pattern, { ignoreCase });
    const walk = walkFiles(start, { workspace: places.workspace, clock, signal: call.signal });
    const matches: JsonObject[] = [];
    let searched = 0;
    let room: number = toolsLimits.grepBytes;
    const answer = (truncated: boolean): JsonObject => ({ matches, files_searched: searched, truncated });
    for await (const file of walk.files) {
      if (!isWanted(file.relative) || !call.mayRead(file.path)) continue;
      const text = readQuietly(file);
      if (text === undefined) continue;
      room -= text.length;
      if (room < 0) return answer(true);
      searched++;
      const lines = text.split(/\r?\n/);
      for (const line of match(lines)) {
        if (matches.length === limit) return answer(true);
        const shown = lines[line - 1]?.slice(0, toolsLimits.grepShownCharacters);
        matches.push({ path: showPath(file.path, places), line, text: shown });
      }
    }
    return answer(walk.endedEarly());
  };
}

/** Undefined if it cannot be searched: not text, too large, or removed or replaced by a link since it was listed. */
function readQuietly(file: FoundFile): string | undefined {
  try {
    const { bytes, size } = file.read(toolsLimits.workspaceFileBytes);
    return size > toolsLimits.workspaceFileBytes ? undefined : toText(bytes);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

/** A predicate for relative paths from a pattern such as `src/*.{js,ts}`. */
function createPathMatcher(pattern: string): (path: string) => boolean {
  const choices = expandBraces(pattern);
  if (choices === undefined)
    throw new SkillError("tool-input-invalid", {
      reason: `Invalid pattern ${pattern}; it may contain *, **, ? and {a,b}`,
    });
  const matchers = choices.map((choice) => compileGlob(choice, { whole: true }));
  return (path) => matchers.some((matches) => matches(path));
}

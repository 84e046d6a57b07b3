import type { JsonObject } from "@skillwright/core/text";
import type { Clock } from "../../clock.ts";
import type { Executor } from "../create-tool.ts";
import type { GlobInput } from "./definitions.ts";
import { type FilePlaces, placeToRead, showPath } from "./file-places.ts";
import { createPathMatcher } from "./path-matcher.ts";
import { walkFiles } from "./walk-files.ts";

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

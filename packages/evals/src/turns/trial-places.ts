import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SkillSet } from "../trials/prepare-skills.ts";
import type { Place } from "./place.ts";

/** The folders that `prepareSkills` and `runTrial` make, for recordings of trials; and the user's own folder. */
export function trialPlaces({ folder }: Pick<SkillSet, "folder">, home?: string): readonly Place[] {
  // Where the folder for temporary files is a link, programs tell either path.
  const temporary = new Set([realpathSync(tmpdir()), tmpdir()]);
  return [
    { name: "SKILLS", path: folder },
    ...[...temporary].map((path) => ({
      name: "TRIAL",
      path: join(path, "skillwright-trial-"),
      isPrefix: true as const,
    })),
    ...(home === undefined ? [] : [{ name: "HOME", path: home }]),
  ];
}

import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SkillSet } from "../trials/prepare-skills.ts";
import type { Place } from "./place.ts";

/** The folders of `prepareSkills` and `runTrial`, and the user's home, for recordings of trials. */
export function trialPlaces({ folder }: Pick<SkillSet, "folder">, home?: string): readonly Place[] {
  // If the temporary folder is a link, programs may print either path.
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

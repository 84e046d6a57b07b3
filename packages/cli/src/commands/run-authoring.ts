import type { SkillRoot } from "@skillwright/core/discover";
import { bundledSkills } from "../bundled-skills.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";

/** How an agent of the command writes new skills. */
export type RunAuthoring = {
  /** Absolute folder that they are put into. */
  readonly into: string;
  /** That folder, which need not be there yet, and the skill that says how to write skills. */
  readonly roots: readonly SkillRoot[];
};

/** New skills go where the user says, else to the folder that is searched, else to where all agents of the user look. */
export function readAuthoring(invocation: Invocation, io: Io): RunAuthoring {
  const { cwd, place } = io;
  const asked = invocation.option("new-skills") ?? invocation.options("root")[0];
  const into = absolutePath(asked ?? `${place.home}/.agents/skills`, cwd, place.home);
  return {
    into,
    roots: [
      { path: into, scope: asked === undefined ? "personal" : "custom" },
      { path: bundledSkills(), scope: "package", package: "skillwright" },
    ],
  };
}

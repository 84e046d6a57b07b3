import type { SkillRoot } from "@skillwright/core/discover";
import { bundledSkills } from "../../bundled-skills.ts";
import type { Invocation } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";

/** Where the agent writes new skills. */
export type RunAuthoring = {
  /** Absolute folder for new skills. */
  readonly into: string;
  /** That folder, which may not exist yet, and the bundled skill on writing skills. */
  readonly roots: readonly SkillRoot[];
};

/** New skills go to --new-skills, otherwise to the first --root, otherwise to the folder that all agents share. */
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

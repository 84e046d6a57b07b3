import type { SkillSet } from "../trials/prepare-skills.ts";
import type { ReadyScenario } from "./planned-scenario.ts";
import type { RunHost } from "./scenario-host.ts";

/** A case and the place of one run. */
export type ScenarioRun = {
  readonly ready: ReadyScenario;
  readonly host: RunHost;
  readonly skills: SkillSet;
  /** A new folder for programs that replace those of the machine. */
  readonly programs: string;
};

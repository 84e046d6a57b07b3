import type { FaultyCase, ReadyCase, TestedSkill } from "../testing/planned-case.ts";
import type { ScenarioCase } from "./scenario.ts";

/** The scenarios of one skill, case by case. */
export type ScenarioPlan = {
  readonly skill: TestedSkill;
  readonly cases: readonly PlannedScenario[];
};

export type PlannedScenario = ReadyScenario | FaultyCase;

/** A case of a scenario. Its stem is `FILE/CASE`, in the words of file names; `FILE` alone stands for all of a file. */
export type ReadyScenario = Pick<ReadyCase, "skill" | "stem" | "file" | "ready"> & {
  readonly scenario: ScenarioCase;
  /** Where the case has its name. */
  readonly line: number;
  readonly recording: RecordingPlace;
};

/** Where the answers of a model are kept: a path inside the skill. */
type RecordingPlace = { readonly file: string; readonly isThere: boolean };

/** Who answers the agent: the scenario itself, a recording of a model, or a model. */
export type AnswerSource = "turns" | "recording" | "model";

/** Undefined when a model is needed and there is none. */
export function sourceOf(
  { scenario, recording }: ReadyScenario,
  { hasModel }: { readonly hasModel: boolean },
): AnswerSource | undefined {
  if (scenario.turns !== undefined) return "turns";
  if (hasModel) return "model";
  return recording.isThere ? "recording" : undefined;
}

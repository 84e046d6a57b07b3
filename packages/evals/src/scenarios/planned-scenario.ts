import type { FaultyCase, ReadyCase, TestedSkill } from "../testing/planned-case.ts";
import type { ScenarioCase } from "./scenario.ts";

export type ScenarioPlan = {
  readonly skill: TestedSkill;
  readonly cases: readonly PlannedScenario[];
};

export type PlannedScenario = ReadyScenario | FaultyCase;

/** A case of a scenario. Its stem is `FILE/CASE`, as slugs; `FILE` alone selects all cases of a file. */
export type ReadyScenario = Pick<ReadyCase, "skill" | "stem" | "file" | "ready"> & {
  readonly scenario: ScenarioCase;
  /** The line of the case's name. */
  readonly line: number;
  readonly recording: RecordingPlace;
};

/** The path of the recording, relative to the skill. */
type RecordingPlace = { readonly file: string; readonly isThere: boolean };

/** What answers the agent: the case's own turns, a recording, or a model. */
export type AnswerSource = "turns" | "recording" | "model";

/** Undefined when a model is needed but missing. */
export function sourceOf(
  { scenario, recording }: ReadyScenario,
  { hasModel }: { readonly hasModel: boolean },
): AnswerSource | undefined {
  if (scenario.turns !== undefined) return "turns";
  if (hasModel) return "model";
  return recording.isThere ? "recording" : undefined;
}

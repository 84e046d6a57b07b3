import { SkillError } from "@skillwright/core";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import type { InstalledOptions } from "@skillwright/core/installed";
import type { Policy } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { TestFileProblem } from "../testing/case.ts";
import type { LiveModel } from "../testing/case-host.ts";
import { problemAtTop } from "../testing/suite-files.ts";
import type { SkillSet } from "../trials/prepare-skills.ts";
import { createCanonicalizer } from "../turns/canonical-request.ts";
import { createRecordingModel } from "../turns/create-recording-model.ts";
import { createReplayModel, type ReplayOptions } from "../turns/create-replay-model.ts";
import { createScriptedModel } from "../turns/create-turn-model.ts";
import { type ModelTurn, mapTurn } from "../turns/model-turn.ts";
import type { Place } from "../turns/place-names.ts";
import { type Recording, readRecording, toRecordingText } from "../turns/recording.ts";
import { scenariosLimits } from "./limits.ts";
import type { ReadyScenario } from "./plan-scenarios.ts";
import type { ScenarioRun } from "./run-scenario.ts";

/** The model behind a case's agent. */
export type ScenarioModel = {
  readonly model: AgentModel;
  readonly findModel?: (name: string) => AgentModel | undefined;
  /** Whether the model may judge; a script cannot. */
  readonly canJudge: boolean;
  readonly policy: readonly Policy[];
  readonly installed?: InstalledOptions;
  readonly secrets: readonly string[];
  /** Saves the recording if one is being made; returns its path in the skill. */
  saveRecording(): string | undefined;
};

/**
 * Opens the case's turns, its recording, or the live model; returns problems when the recording cannot be
 * read.
 */
export function openScenarioModel(
  { ready, host: { live, fs }, skills }: ScenarioRun,
  places: readonly Place[],
): ScenarioModel | { readonly problems: readonly TestFileProblem[] } {
  const { turns } = ready.scenario;
  if (turns !== undefined)
    return { ...offline, model: createScenarioScript(turns, skills, places), canJudge: false };
  const options = { places, skills: skills.digests };
  if (live) return openLiveModel(live, options, (recording) => writeRecording(recording, ready, fs));
  const read = readSavedRecording(ready, fs);
  if ("problems" in read) return read;
  const advice = `Record it again: skillwright test ${ready.skill.name} --case ${ready.stem} --record --model NAME`;
  return { ...offline, model: createReplayModel(read.recording, { ...options, advice }) };
}

/** Defaults for scripts and recordings. */
const offline = {
  canJudge: true,
  policy: [],
  secrets: [],
  saveRecording: (): undefined => undefined,
} as const;

function openLiveModel(
  { model, find, policy = [], secrets = [], installed, isRecorded }: LiveModel,
  options: Pick<ReplayOptions, "places" | "skills">,
  write: (recording: Recording) => string,
): ScenarioModel {
  if (!isRecorded) return { ...offline, model, policy, secrets, ...compact({ findModel: find, installed }) };
  const recorder = createRecordingModel(model, { ...options, secrets });
  // A skill that asks for another model gets this one: a recording holds one model.
  const saveRecording = (): string => write(recorder.recording());
  return { ...offline, model: recorder.model, policy, secrets, saveRecording, ...compact({ installed }) };
}

function readSavedRecording(
  { skill, recording: { file } }: ReadyScenario,
  fs: FileSystem,
): { readonly recording: Recording } | { readonly problems: readonly TestFileProblem[] } {
  const real = resolveInside(fs, skill.directory, `${skill.directory}/${file}`);
  const max = scenariosLimits.recordingCharacters;
  if (real === undefined)
    return { problems: [problemAtTop(file, "This is a link that does not lead to a file of the skill.")] };
  const { bytes, size } = fs.read(real, max);
  if (size > max) return { problems: [problemAtTop(file, `The file has more than ${max} bytes.`)] };
  const read = readRecording(new TextDecoder().decode(bytes), file);
  return read.ok ? { recording: read.value } : { problems: read.problems };
}

function writeRecording(
  recording: Recording,
  { skill, recording: { file } }: ReadyScenario,
  fs: FileSystem,
): string {
  const bytes = new TextEncoder().encode(toRecordingText(recording));
  const max = scenariosLimits.recordingCharacters;
  if (bytes.length > max) throw new SkillError("file-too-large", { path: file, size: bytes.length, max });
  refuseLinkedFolders(file, skill.directory, fs);
  fs.write(`${skill.directory}/${file}`, bytes, { replacesLink: true });
  return file;
}

/** Throws when a link on the path would lead the file out of the skill. */
function refuseLinkedFolders(file: string, directory: string, fs: FileSystem): void {
  const parts = file.split("/").slice(0, -1);
  for (const count of parts.keys()) {
    const folder = `${directory}/${parts.slice(0, count + 1).join("/")}`;
    if (fs.stat(folder) !== undefined && resolveInside(fs, directory, folder) === undefined)
      throw new SkillError("file-is-link", { path: folder });
  }
}

/**
 * A model that plays the case's turns. The author cannot know the folders of a run, so `${SKILL_DIR}` stands
 * for the skill's and `${WORKSPACE}` for the agent's.
 */
function createScenarioScript(
  turns: readonly ModelTurn[],
  skills: SkillSet,
  places: readonly Place[],
): AgentModel {
  const own = { name: "SKILL_DIR", path: skills.copies[0] ?? skills.folder };
  const canonicalize = createCanonicalizer({ places: [own, ...places], secrets: [] });
  return createScriptedModel(turns, (turn, request) => {
    const { restore } = canonicalize(request);
    return mapTurn(turn, (text) => restore(text.replace(/\$\{WORKSPACE\}/g, () => `\${TRIAL}/work`)));
  });
}

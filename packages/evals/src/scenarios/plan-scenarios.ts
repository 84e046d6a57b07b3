import type { Range } from "@skillwright/core";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { createLineIndex, printable } from "@skillwright/core/text";
import { toSlug } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import type { InvalidCase, ReadTestFile, ReadyCase, TestedSkill, TestFileProblem } from "../testing/case.ts";
import type { SkillToPlan } from "../testing/plan-tests.ts";
import { openSuiteFiles, problemAtTop, type SuiteFiles } from "../testing/suite-files.ts";
import { readCheck } from "./custom-check.ts";
import { readManifestScenarios, readScenarios } from "./read-scenarios.ts";
import type { Scenario, ScenarioCase } from "./scenario.ts";

export type ScenarioPlan = {
  readonly skill: TestedSkill;
  readonly cases: readonly PlannedScenario[];
};

export type PlannedScenario = ReadyScenario | InvalidCase;

/** A case of a scenario. Its stem is `FILE/CASE`, as slugs; `FILE` alone selects all cases of a file. */
export type ReadyScenario = Pick<ReadyCase, "skill" | "stem" | "file" | "ready"> & {
  readonly scenario: ScenarioCase;
  /** The line of the case's name. */
  readonly line: number;
  readonly recording: RecordingPlace;
};

/** The path of the recording, relative to the skill. */
type RecordingPlace = { readonly file: string; readonly exists: boolean };

/**
 * Reads the scenarios of a skill: `tests/scenarios.json` or `.yaml`, the files in `tests/scenarios/`, and
 * `testing.scenarios` of its SKILL.md. Each case is ready to run, or has all its problems listed.
 */
export function planScenarios({ fs, skill }: SkillToPlan): ScenarioPlan {
  const files = openSuiteFiles(fs, skill.directory);
  const sources = [...listSources(files), readManifest(fs, skill, files)];
  const cases = sources.flatMap((source) => planSource(source, { skill, files }));
  const over = cases[evalsLimits.testCases];
  const message = `There are more than ${evalsLimits.testCases} cases, too many for one skill.`;
  return {
    skill,
    cases: [
      ...cases.slice(0, evalsLimits.testCases),
      ...(over === undefined ? [] : [refuse(over, [problemAtTop(over.file, message)])]),
    ],
  };
}

/** A file with scenarios. */
type Source = {
  /** The file name without extension. */
  readonly stem: string;
  readonly file: string;
  readonly text: string;
  readonly read: ReadTestFile<readonly Scenario[]>;
};

const fileName = /^(.+)\.(?:json|ya?ml)$/;

function listSources(files: SuiteFiles): readonly Source[] {
  const beside = files.list("tests");
  // Problems of this folder are reported with its cases.
  if ("problem" in beside) return [];
  const own = beside.names
    .filter((name) => fileName.exec(name)?.[1] === folder)
    .map((name) => `tests/${name}`);
  if (!beside.names.includes(folder)) return own.map((file) => readSource(file, files));
  const inside = files.list(`tests/${folder}`);
  if ("problem" in inside) return [...own.map((file) => readSource(file, files)), toFault(inside.problem)];
  const more = inside.names.filter((name) => fileName.test(name)).map((name) => `tests/${folder}/${name}`);
  return [...own, ...more].map((file) => readSource(file, files));
}

const folder = "scenarios";

function toFault(problem: TestFileProblem): Source {
  return { stem: folder, file: problem.file, text: "", read: { ok: false, problems: [problem] } };
}

function readSource(file: string, files: SuiteFiles): Source {
  const stem = fileName.exec(file.slice(file.lastIndexOf("/") + 1))?.[1] ?? file;
  const read = files.read(file);
  if ("problem" in read) return { ...toFault(read.problem), stem };
  return { stem, file, text: read.text, read: readScenarios(read.text, file, { hasFile: files.has }) };
}

function readManifest(fs: FileSystem, { directory }: TestedSkill, files: SuiteFiles): Source {
  const { parsed, file } = loadSkill(fs, directory);
  const path = file.slice(directory.length + 1);
  const { testing } = parsed.manifest;
  const read = readManifestScenarios(testing, { hasFile: files.has });
  return { stem: "SKILL", file: path, text: parsed.text, read };
}

type Planning = { readonly skill: TestedSkill; readonly files: SuiteFiles };

function planSource(
  { stem, file, text, read }: Source,
  { skill, files }: Planning,
): readonly PlannedScenario[] {
  if (!read.ok) return [{ skill, stem, file, ready: false, problems: read.problems }];
  const taken = new Map<string, ScenarioCase>();
  return read.value
    .flatMap(({ cases }) => cases)
    .map((scenario, index): PlannedScenario => {
      // Names without any ASCII letters or digits use their number.
      const slug = toSlug(scenario.name) || `case-${index + 1}`;
      const duplicate = taken.get(slug);
      taken.set(slug, duplicate ?? scenario);
      const range = findWords(text, scenario.name);
      const named = { skill, stem: `${stem}/${slug}`, file };
      const faults = findCaseFaults(scenario, files.hasFile).map(({ words, message }) => {
        return { file, range: findWords(text, words), message };
      });
      const problems = duplicate
        ? [...faults, { file, range, message: duplicateMessage(duplicate, slug) }]
        : faults;
      if (problems.length > 0) return refuse(named, problems);
      const recording = `tests/recordings/${stem}/${slug}.json`;
      const place = { file: recording, exists: files.hasFile(recording) };
      return { ...named, ready: true, scenario, line: range.start.line, recording: place };
    });
}

function duplicateMessage({ name }: ScenarioCase, slug: string): string {
  return `name: ${printable(name)} has the same file name, ${slug}. Choose another.`;
}

function refuse(
  { skill, stem, file }: Pick<PlannedScenario, "skill" | "stem" | "file">,
  problems: readonly TestFileProblem[],
): PlannedScenario {
  return { skill, stem, file, ready: false, problems };
}

/** What answers the agent: the case's own turns, a recording, or a model. */
type AnswerSource = "turns" | "recording" | "model";

/** Undefined when a model is needed but missing. */
export function answerSourceOf(
  { scenario, recording }: ReadyScenario,
  { hasModel }: { readonly hasModel: boolean },
): AnswerSource | undefined {
  if (scenario.turns !== undefined) return "turns";
  if (hasModel) return "model";
  return recording.exists ? "recording" : undefined;
}

/** A fault, and the text in the file that it is about. */
type CaseFault = { readonly words: string; readonly message: string };

/** Finds problems in a case whose syntax is valid. */
function findCaseFaults(
  { assertions, turns, expectedBehavior = "", expectedOutput }: ScenarioCase,
  hasFile: (path: string) => boolean,
): readonly CaseFault[] {
  const isScripted = turns !== undefined;
  if (isScripted && assertions.length === 0 && expectedOutput === undefined)
    return [{ words: expectedBehavior, message: `expectedBehavior: ${noJudge} Add assertions.` }];
  const custom = assertions.filter(({ type }) => type === "custom");
  return custom.flatMap(({ value }): readonly CaseFault[] => {
    const check = readCheck(value, hasFile);
    if (check === "missing")
      return [
        {
          words: value,
          message: `custom: no such file in the skill: ${printable(value.split(/\s/)[0] ?? "")}.`,
        },
      ];
    if (check !== "words" || !isScripted) return [];
    const advice = "Name a script of the skill that checks it, such as tests/checks/NAME.py.";
    return [{ words: value, message: `custom: ${noJudge} ${advice}` }];
  });
}

const noJudge = "this needs a model as the judge, and a case with turns has none.";

/** Finds a text in a file, as is or JSON-escaped; the start of the file when it is not found. */
function findWords(text: string, words: string): Range {
  const [spelling = ""] = [words, JSON.stringify(words).slice(1, -1)].filter((one) => text.includes(one));
  const start = Math.max(0, text.indexOf(spelling));
  return createLineIndex(text).rangeOf({ start, end: start + spelling.length });
}

import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import { toSlug } from "../formats/to-slug.ts";
import { evalsLimits } from "../limits.ts";
import type { ReadTestFile, TestFileProblem } from "../testing/case.ts";
import type { SkillToPlan } from "../testing/plan-tests.ts";
import type { TestedSkill } from "../testing/planned-case.ts";
import { openSuiteFiles, problemAtTop, type SuiteFiles } from "../testing/suite-files.ts";
import { findCaseFaults } from "./find-case-faults.ts";
import { findWords } from "./find-words.ts";
import type { PlannedScenario, ScenarioPlan } from "./planned-scenario.ts";
import { readManifestScenarios } from "./read-manifest-scenarios.ts";
import { readScenarios } from "./read-scenarios.ts";
import type { Scenario, ScenarioCase } from "./scenario.ts";

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
      const twin = taken.get(slug);
      taken.set(slug, twin ?? scenario);
      const range = findWords(text, scenario.name);
      const named = { skill, stem: `${stem}/${slug}`, file };
      const faults = findCaseFaults(scenario, files.hasFile).map(({ words, message }) => {
        return { file, range: findWords(text, words), message };
      });
      const problems = twin ? [...faults, { file, range, message: twinMessage(twin, slug) }] : faults;
      if (problems.length > 0) return refuse(named, problems);
      const recording = `tests/recordings/${stem}/${slug}.json`;
      const place = { file: recording, isThere: files.hasFile(recording) };
      return { ...named, ready: true, scenario, line: range.start.line, recording: place };
    });
}

function twinMessage({ name }: ScenarioCase, slug: string): string {
  return `name: ${printable(name)} has the same file name, ${slug}. Choose another.`;
}

function refuse(
  { skill, stem, file }: Pick<PlannedScenario, "skill" | "stem" | "file">,
  problems: readonly TestFileProblem[],
): PlannedScenario {
  return { skill, stem, file, ready: false, problems };
}

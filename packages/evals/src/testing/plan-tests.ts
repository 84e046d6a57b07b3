import type { Range } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createLineIndex, printable } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import type {
  PlannedCase,
  ReadTestFile,
  TestCase,
  TestConfig,
  TestedSkill,
  TestFileProblem,
  TestPlan,
} from "./case.ts";
import { readTestCase } from "./read-test-case.ts";
import { defaultTestConfig, readTestConfig } from "./read-test-config.ts";
import { openSuiteFiles, problemAtTop, type SuiteFiles } from "./suite-files.ts";

/** Reads the cases of a skill. Each is ready to run, or has all its problems listed. */
export function planTests({ fs, skill }: SkillToPlan): TestPlan {
  const files = openSuiteFiles(fs, skill.directory);
  const config = readConfig(files);
  const listed = listCases(files);
  const problems = [...(config.ok ? [] : config.problems), ...listed.problems];
  const read = listed.files.map((file) => readCase(file, files));
  const duplicatesOf = findDuplicates(read);
  const cases = read.map((one): PlannedCase => {
    const named = { skill, stem: one.stem, file: one.file };
    const own = [...(one.result.ok ? [] : one.result.problems), ...duplicatesOf(one)];
    if (!one.result.ok || !config.ok || own.length + problems.length > 0)
      return { ...named, ready: false, problems: [...problems, ...own] };
    return { ...named, ready: true, test: one.result.value, config: config.value };
  });
  return { skill, cases, problems };
}

export type SkillToPlan = { readonly fs: FileSystem; readonly skill: TestedSkill };

const configFile = "tests/test-config.json";
const caseFolder = "tests/cases";

function readConfig(files: SuiteFiles): ReadTestFile<TestConfig> {
  const entries = files.list("tests");
  if ("problem" in entries) return { ok: false, problems: [entries.problem] };
  if (!entries.names.some((name) => `tests/${name}` === configFile))
    return { ok: true, value: defaultTestConfig };
  const read = files.read(configFile);
  if ("problem" in read) return { ok: false, problems: [read.problem] };
  return readTestConfig(read.text, configFile);
}

function listCases(files: SuiteFiles): {
  readonly files: readonly string[];
  readonly problems: readonly TestFileProblem[];
} {
  const entries = files.list(caseFolder);
  if ("problem" in entries) return { files: [], problems: [entries.problem] };
  const found = entries.names.filter((name) => /.\.ya?ml$/.test(name)).map((name) => `${caseFolder}/${name}`);
  const over = found[evalsLimits.testCases];
  if (over === undefined) return { files: found, problems: [] };
  const problem = problemAtTop(
    over,
    `There are more than ${evalsLimits.testCases} cases, too many for one skill.`,
  );
  return { files: found.slice(0, evalsLimits.testCases), problems: [problem] };
}

function readCase(file: string, files: SuiteFiles): ReadCase {
  const stem = file.slice(caseFolder.length + 1).replace(/\.ya?ml$/, "");
  const read = files.read(file);
  return "text" in read
    ? { file, stem, text: read.text, result: readTestCase(read.text, file, { hasFile: files.has }) }
    : { file, stem, text: "", result: { ok: false, problems: [read.problem] } };
}

/** A case file and its content. */
type ReadCase = {
  readonly file: string;
  readonly stem: string;
  readonly text: string;
  readonly result: ReadTestFile<TestCase>;
};

/**
 * Finds cases with the same name as an earlier one. People select cases by file name, and reports identify
 * them by their own name, so both must be unique.
 */
function findDuplicates(read: readonly ReadCase[]): (one: ReadCase) => readonly TestFileProblem[] {
  // Reversed, because a map keeps the last entry of a key.
  const backwards = read.toReversed();
  const firstByStem = new Map(backwards.map(({ stem, file }) => [stem, file]));
  const firstByName = new Map(backwards.map((one) => [nameOf(one), one.file]));
  return (one) => {
    const problems: TestFileProblem[] = [];
    const { file, stem, text } = one;
    const sameStem = firstByStem.get(stem) ?? file;
    if (sameStem !== file)
      problems.push(
        problemAtTop(file, `${printable(sameStem)} has the same name with another extension. Rename one.`),
      );
    const sameName = firstByName.get(nameOf(one)) ?? file;
    if (one.result.ok && sameName !== file) {
      const message = `name: ${printable(sameName)} already has this name. Choose another.`;
      problems.push({ file, range: findName(text), message });
    }
    return problems;
  };
}

function nameOf({ result }: ReadCase): string | undefined {
  return result.ok ? result.value.name : undefined;
}

/** The line of the name; the start of the file when there is none. */
function findName(text: string): Range {
  const { index = 0, 0: line = "" } = /^["']?name["']?[ \t]*:.*/m.exec(text) ?? {};
  return createLineIndex(text).rangeOf({ start: index, end: index + line.trimEnd().length });
}

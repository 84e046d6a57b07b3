import { nodeSha256 } from "@skillwright/core/node";
import type { ReadEvalFile } from "../formats/read-eval-file.ts";
import { type EvalCase, type EvalConfig, readEvalCase, readEvalConfig } from "../formats/uaaps-case.ts";
import type { CheckName } from "../formats/uaaps-report.ts";
import { evalsLimits } from "../limits.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { problemAtTop, type SuiteFiles } from "../testing/suite-files.ts";
import type { AssertionType } from "../trials/judge-assertion.ts";
import type { EvalFile, EvalRequest, EvalStatement } from "./eval-plan.ts";
import { createFileFinder } from "./input-files.ts";
import type { FoundTask, FoundTasks } from "./read-tasks.ts";

const configFile = "evals/eval-config.json";
const caseFolder = "evals/cases";

/** Reads the cases and settings of a UAAPS package; a skill without `evals/cases` has none. */
export function readCaseTasks(request: EvalRequest, files: SuiteFiles): FoundTasks {
  const listed = listCases(files);
  const find = createFileFinder(request.fs, `${request.skill.directory}/evals`);
  const read = listed.names.map((name) => readCase(`${caseFolder}/${name}`, files, find));
  const config = readConfig(files);
  const values = read.flatMap(({ file, result }) => (result.ok ? [{ file, value: result.value }] : []));
  const isMeant = ({ value }: { readonly value: EvalCase }): boolean => isAbout(value, request.skill.name);
  const skipped = values.filter((one) => !isMeant(one)).map(({ value }) => value);
  const usual = config?.ok ? config.value.timeoutSeconds : evalsLimits.evalSeconds;
  return {
    tasks: values
      .filter(isMeant)
      .map(({ file, value }) =>
        toCaseTask(value, { file, find, timeoutSeconds: request.timeoutSeconds ?? usual }),
      ),
    problems: [
      ...listed.problems,
      ...(config === undefined || config.ok ? [] : config.problems),
      ...read.flatMap(({ result }) => (result.ok ? [] : result.problems)),
    ],
    notes: [
      ...[...read.map(({ result }) => result), ...(config ? [config] : [])].flatMap(noteFile),
      ...(config?.ok ? describeIgnoredConfig(config.value, request) : []),
      ...skipped.map(noteSkipped),
    ],
    ...(config?.ok ? { config: config.value } : {}),
    skipped,
  };
}

function listCases(files: SuiteFiles): {
  readonly names: readonly string[];
  readonly problems: readonly TestFileProblem[];
} {
  const entries = files.list(caseFolder);
  if ("problem" in entries) return { names: [], problems: [entries.problem] };
  const names = entries.names.filter((name) => /.\.ya?ml$/.test(name));
  const over = names[evalsLimits.evalCases];
  if (over === undefined) return { names, problems: [] };
  const message = `Too many cases: a skill can have at most ${evalsLimits.evalCases}.`;
  return {
    names: names.slice(0, evalsLimits.evalCases),
    problems: [problemAtTop(`${caseFolder}/${over}`, message)],
  };
}

function readConfig(files: SuiteFiles): ReadEvalFile<EvalConfig> | undefined {
  const entries = files.list("evals");
  if ("problem" in entries || !entries.names.includes("eval-config.json")) return undefined;
  const source = files.read(configFile);
  if ("problem" in source) return { ok: false, problems: [source.problem], notes: [] };
  return readEvalConfig(source.text, configFile);
}

type Find = ReturnType<typeof createFileFinder>;

function readCase(
  file: string,
  files: SuiteFiles,
  find: Find,
): { readonly file: string; readonly result: ReadEvalFile<EvalCase> } {
  const source = files.read(file);
  if ("problem" in source) return { file, result: { ok: false, problems: [source.problem], notes: [] } };
  return { file, result: readEvalCase(source.text, file, { hasFile: (path) => find(path) !== undefined }) };
}

/** A package can have cases for agents and for several skills; hook cases apply to every skill. */
function isAbout({ target }: EvalCase, skill: string): boolean {
  if (target === undefined || target.kind === "hook") return true;
  return target.kind === "skill" && target.name === skill;
}

function toCaseTask(
  evalCase: EvalCase,
  {
    file,
    find,
    timeoutSeconds,
  }: { readonly file: string; readonly find: Find; readonly timeoutSeconds: number },
): FoundTask {
  const { name, input, criteria } = evalCase;
  const given = input.files.flatMap((path): readonly EvalFile[] => {
    const found = find(path);
    return found ? [{ ...found, to: path }] : [];
  });
  const present = input.workspaceFiles
    .filter((path) => !input.files.includes(path))
    .map((path): EvalFile => ({ ...(find(path) ?? { hash: emptyHash }), to: path }));
  return {
    file,
    id: name,
    name,
    prompt: input.prompt,
    expectedOutput: criteria,
    files: [...given, ...present],
    statements: toCaseStatements(evalCase),
    timeoutSeconds,
    evalCase,
  };
}

const emptyHash = nodeSha256(new Uint8Array());

function noteFile({ notes }: ReadEvalFile<unknown>): readonly string[] {
  return notes.map(({ file, message, range }) => `${file}:${range.start.line}: ${message}`);
}

function noteSkipped({ name, target }: EvalCase): string {
  return `Skipped case ${name}: its target is ${target?.kind} ${target?.name}.`;
}

/** Notes which settings of a package are not applied, so that no one relies on them. */
function describeIgnoredConfig(config: EvalConfig, { judgeLabel }: EvalRequest): readonly string[] {
  const { engine, judge, sandbox, environment } = config;
  const variables = Object.keys(environment);
  return [
    `${file} asks for the engine ${engine}; cases run with Skillwright's own agent.`,
    ...(judge === undefined || judge === judgeLabel
      ? []
      : [
          `${file} asks for the judge ${judge}; ${judgeLabel === undefined ? "there is none here" : `this run uses ${judgeLabel}`}.`,
        ]),
    ...(sandbox.network
      ? [`${file} asks for network access; only the command line and the policies can grant it.`]
      : []),
    ...(sandbox.writablePaths.length > 0
      ? [`${file} limits where agents may write; here every agent writes only to its own folder.`]
      : []),
    ...(variables.length > 0
      ? [`${file} sets ${variables.join(", ")}; agents do not receive these variables.`]
      : []),
  ];
}

const file = "evals/eval-config.json";

/** Converts a UAAPS case to statements: mechanical checks first, the judge's criteria last. */
function toCaseStatements({ expected, criteria }: EvalCase): readonly EvalStatement[] {
  const { contains, notContains, filesCreated, agentBlocked } = expected;
  return [
    ...contains.map((value) => checked("contains", value, "contains")),
    ...notContains.map((value) => checked("not-contains", value, "not_contains")),
    ...filesCreated.map((value) => checked("file-created", value, "files_created")),
    ...(agentBlocked === undefined ? [] : [blocked(agentBlocked)]),
    { text: criteria, check: { by: "judge" } },
  ];
}

function checked(type: AssertionType, value: string, counts: CheckName): EvalStatement {
  return { text: `${type}: ${value}`, check: { by: "program", assertion: { type, value } }, counts };
}

function blocked(expected: boolean): EvalStatement {
  return {
    text: `agent-blocked: ${expected}`,
    check: { by: "guard", blocked: expected },
    counts: "agent_blocked",
  };
}

import {
  findEntry,
  findValue,
  readMap,
  readText,
  readTexts,
  text,
  texts,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact, suggest } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { valueFaults } from "../scenarios/read-assertions.ts";
import {
  blankFault,
  checkText,
  checkTexts,
  pathFault,
  snippetFault,
  type TextFault,
  toPlainPath,
} from "../testing/check-values.ts";
import { type Complaint, findJsonFault, type RecordShape } from "../testing/read-test-file.ts";
import { assertionTypes } from "../trials/judge-assertion.ts";
import { readStatement } from "../trials/read-statement.ts";
import { formatsLimits } from "./limits.ts";
import { type EvalRead, type ReadEvalFile, readEvalFile } from "./read-eval-file.ts";

/** Evals of one skill: `evals/evals.json`. */
export type EvalSet = {
  readonly skillName: string;
  readonly evals: readonly OutputEval[];
};

/** One task for an agent, and what its output is graded by. */
export type OutputEval = {
  readonly id: EvalId;
  /** Written by some tools next to the id; names the results folder. */
  readonly name?: string;
  readonly prompt: string;
  /** What success looks like, for people and judges. */
  readonly expectedOutput: string;
  /** Input files, relative to the skill. */
  readonly files: readonly string[];
  /** Statements that are true of a good output; skill-creator calls them expectations. */
  readonly assertions: readonly string[];
};

/** A whole number in both dialects; other tools write names. */
export type EvalId = number | string;

/** The file format: that of the standard's guide or of skill-creator. */
export type EvalDialect = "guide" | "skill-creator";

type ReadEvalsOptions = {
  /** Whether a file exists, by its path inside the skill. Not checked when absent. */
  readonly hasFile?: (path: string) => boolean;
};

/** Reads `evals/evals.json` in both dialects. */
export function readEvals(
  source: string,
  file: string,
  options: ReadEvalsOptions = {},
): ReadEvalFile<EvalSet> {
  return readEvalFile(source, file, {
    syntaxFault: findJsonFault,
    shape: evalsShape,
    read: (node) => readEvalsNode(node, options),
  });
}

const evalShape: RecordShape = {
  type: "record",
  fields: {
    id: text,
    name: text,
    prompt: text,
    expected_output: text,
    files: texts,
    assertions: texts,
    expectations: texts,
  },
  required: ["id", "prompt", "expected_output"],
};

const evalsShape: RecordShape = {
  type: "record",
  fields: { skill_name: text, evals: { type: "list", item: evalShape } },
  required: ["skill_name", "evals"],
};

function readEvalsNode(node: YamlNode, options: ReadEvalsOptions): EvalRead<EvalSet> {
  const map = readMap(node);
  const list = findValue(map, "evals");
  const items = list?.kind === "list" ? list.items : [];
  const maps = items.map(readMap);
  const checked = maps.slice(0, evalsLimits.evalCases);
  return {
    value: {
      skillName: readText(findValue(map, "skill_name")) ?? "",
      evals: maps.map((item) => readEval(item)),
    },
    complaints: [
      ...checkText(findValue(map, "skill_name"), "skill_name", snippetFault),
      ...checkCount(list, items.length),
      ...checked.flatMap((item, index) => checkEval(item, `evals[${index}]`, options)),
      ...findDuplicateIds(checked),
    ],
    notes: checked.flatMap((item, index) => noteEval(item, `evals[${index}]`)),
  };
}

function readEval(map: YamlMap | undefined): OutputEval {
  const list = (name: string): readonly string[] => readTexts(findValue(map, name)) ?? [];
  return compact<OutputEval>({
    id: readEvalId(findValue(map, "id")) ?? "",
    name: readText(findValue(map, "name")),
    prompt: readText(findValue(map, "prompt")) ?? "",
    expectedOutput: readText(findValue(map, "expected_output")) ?? "",
    files: list("files").map(toPlainPath),
    assertions: [...new Set([...list("assertions"), ...list("expectations")])],
  });
}

/** The id as written: `"1"` is not `1`. */
export function readEvalId(node: YamlNode | undefined): EvalId | undefined {
  if (node?.kind !== "scalar" || node.value === null) return undefined;
  return typeof node.value === "number" ? node.value : node.text;
}

function checkCount(list: YamlNode | undefined, count: number): readonly Complaint[] {
  if (list?.kind !== "list" || (count > 0 && count <= evalsLimits.evalCases)) return [];
  return [
    { span: list.span, message: `evals: expected 1 to ${evalsLimits.evalCases} evals, found ${count}.` },
  ];
}

function checkEval(
  map: YamlMap | undefined,
  place: string,
  { hasFile = () => true }: ReadEvalsOptions,
): readonly Complaint[] {
  const value = (name: string): YamlNode | undefined => findValue(map, name);
  const fileFault: TextFault = (path) =>
    pathFault(path) ?? (hasFile(toPlainPath(path)) ? undefined : "no such file in the skill");
  const statements = { most: formatsLimits.evalAssertions, fault: statementFault };
  return [
    ...checkText(value("id"), `${place}.id`, snippetFault),
    ...checkText(value("prompt"), `${place}.prompt`, blankFault),
    ...checkTexts(value("files"), `${place}.files`, { most: evalsLimits.testExpectations, fault: fileFault }),
    ...checkTexts(value("assertions"), `${place}.assertions`, statements),
    ...checkTexts(value("expectations"), `${place}.expectations`, statements),
  ];
}

/** Results are stored by id, so ids must be unique. */
function findDuplicateIds(maps: readonly (YamlMap | undefined)[]): readonly Complaint[] {
  const seen = new Set<string>();
  return maps.flatMap((map, index) => {
    const node = findValue(map, "id");
    const id = readText(node);
    if (!node || id === undefined) return [];
    if (seen.has(id)) return [{ span: node.span, message: `evals[${index}].id: ${id} is already used.` }];
    seen.add(id);
    return [];
  });
}

function noteEval(map: YamlMap | undefined, place: string): readonly Complaint[] {
  const id = findValue(map, "id");
  const other = findEntry(map, "assertions") && findEntry(map, "expectations");
  return [
    ...(id?.kind === "scalar" && id.value !== null && !Number.isInteger(id.value)
      ? [{ span: id.span, message: `${place}.id: other tools expect a whole number here.` }]
      : []),
    ...(other
      ? [{ span: other.key.span, message: `${place}: assertions and expectations are combined.` }]
      : []),
    ...["assertions", "expectations"].flatMap((key) =>
      findNearChecks(findValue(map, key), `${place}.${key}`),
    ),
  ];
}

/** Rejects a statement whose mechanical check could never pass, before any run is paid for. */
const statementFault: TextFault = (text) => {
  const [, word = ""] = /^([a-z-]+):\s*(?:""|``)?$/.exec(text.trim()) ?? [];
  if (checks.includes(word)) return `expected text after ${word}:, found nothing`;
  const assertion = readStatement(text);
  return assertion ? valueFaults[assertion.type](assertion.value) : snippetFault(text);
};

/** Prefixes of statements that are checked mechanically. */
const checks: readonly string[] = assertionTypes.filter((type) => type !== "custom");

/** Notes statements that almost match a mechanical check. A sentence may contain a colon, so this is not an error. */
function findNearChecks(list: YamlNode | undefined, place: string): readonly Complaint[] {
  const items = list?.kind === "list" ? list.items.slice(0, formatsLimits.evalAssertions) : [];
  return items.flatMap((item, index) => {
    const [, word = ""] = /^([a-z][a-z_-]*):\s*\S/.exec(readText(item)?.trim() ?? "") ?? [];
    const near = findNear(word);
    if (near === undefined || readStatement(readText(item) ?? "")) return [];
    const message = `${place}[${index}]: this goes to the judge, because it does not start with a known check. Did you mean "${near}: " instead of "${word}:"?`;
    return [{ span: item.span, message }];
  });
}

function findNear(word: string): string | undefined {
  if (word === "") return undefined;
  // Edit distance alone does not connect `matches` with `matches-regex`, and `file` is ambiguous.
  const longer = checks.filter((check) => check.startsWith(`${word}-`));
  return suggest(word, checks) ?? (longer.length === 1 ? longer[0] : undefined);
}

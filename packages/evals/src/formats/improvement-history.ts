import {
  findValue,
  number,
  readBoolean,
  readMap,
  readMaps,
  readNumber,
  readText,
  type Shape,
  text,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkNumber } from "../testing/check-values.ts";
import type { Complaint } from "../testing/read-test-file.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";

import { roundTo } from "./statistics.ts";

/** The versions of a skill under improvement: `history.json` in the workspace. */
export type ImprovementHistory = {
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly skillName?: string;
  /** The best version so far; absent before the first is graded. */
  readonly currentBest?: string;
  readonly versions: readonly SkillVersion[];
};

type SkillVersion = {
  /** `v0`, `v1`, … */
  readonly version: string;
  /** The version it is based on; absent for the first. */
  readonly parent?: string;
  /** From 0 to 1; absent when nothing was graded. */
  readonly passRate?: number;
  /** Against its parent. */
  readonly result: VersionResult;
};

type VersionResult = (typeof versionResults)[number];
const versionResults = ["baseline", "won", "lost", "tie"] as const;

/** The text of `history.json`. */
export function toHistoryText({ startedAt, skillName, currentBest, versions }: ImprovementHistory): string {
  return toJsonText({
    started_at: startedAt,
    skill_name: skillName,
    current_best: currentBest,
    iterations: versions.map(({ version, parent, passRate, result }) => ({
      version,
      parent: parent ?? null,
      expectation_pass_rate: passRate === undefined ? undefined : roundTo(passRate, 4),
      grading_result: result,
      is_current_best: version === currentBest,
    })),
  });
}

/** Reads `history.json`. */
export function readHistory(source: string, file: string): ReadEvalFile<ImprovementHistory> {
  return readResultFile(source, file, { shape: historyShape, read: readHistoryNode });
}

const historyShape: Shape = record(
  {
    started_at: text,
    skill_name: text,
    iterations: {
      type: "list",
      item: record(
        {
          version: text,
          grading_result: { type: "choice", of: versionResults },
          is_current_best: toggle,
          expectation_pass_rate: { type: "either", of: [number, { type: "choice", of: ["null"] }] },
        },
        ["version", "grading_result"],
      ),
    },
  },
  ["iterations"],
);

function readHistoryNode(node: YamlNode): EvalRead<ImprovementHistory> {
  const map = readMap(node);
  const rows = readMaps(map, "iterations");
  const marked = rows.filter((row) => readBoolean(findValue(row, "is_current_best")) === true).map(versionOf);
  const stated = readText(findValue(map, "current_best"));
  return {
    value: compact<ImprovementHistory>({
      startedAt: readText(findValue(map, "started_at")),
      skillName: readText(findValue(map, "skill_name")),
      currentBest: stated ?? marked.at(-1),
      versions: rows.map(readVersion),
    }),
    complaints: rows.flatMap(checkRate),
    notes:
      stated !== undefined && marked.some((version) => version !== stated)
        ? [{ span: node.span, message: "is_current_best contradicts current_best; current_best is used." }]
        : [],
  };
}

function versionOf(row: YamlMap): string {
  return readText(findValue(row, "version")) ?? "";
}

function readVersion(row: YamlMap): SkillVersion {
  const result = readText(findValue(row, "grading_result"));
  return compact<SkillVersion>({
    version: versionOf(row),
    parent: readText(findValue(row, "parent")),
    passRate: readNumber(findValue(row, "expectation_pass_rate")),
    result: versionResults.find((known) => known === result) ?? "baseline",
  });
}

function checkRate(row: YamlMap, index: number): readonly Complaint[] {
  return checkNumber(findValue(row, "expectation_pass_rate"), `iterations[${index}].expectation_pass_rate`, {
    holds: (rate) => rate >= 0 && rate <= 1,
    expected: "a number from 0 to 1",
  });
}

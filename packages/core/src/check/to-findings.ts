import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Finding, Observation, Severity } from "../finding.ts";
import { createLineIndex, type LineIndex } from "../text/line-index.ts";
import { printable } from "../text/printable.ts";

/** What a finding inherits from its rule. */
export type Weight = { readonly category: Category; readonly severity: Severity };

/** Observations as findings with lines and columns, sorted by place; those of disabled rules are dropped. */
export function toFindings(
  skill: LoadedSkill,
  observations: readonly Observation[],
  weights: ReadonlyMap<string, Weight>,
): readonly Finding[] {
  if (observations.length === 0) return [];
  const linesOf = createLineIndexes(skill);
  const findings: Finding[] = [];
  for (const observation of observations) {
    const weight = weights.get(observation.rule);
    if (!weight) continue;
    const { rule, message, args = {}, span = { start: 0, end: 0 }, fix } = observation;
    const finding = {
      rule,
      category: weight.category,
      severity: weight.severity,
      message,
      args,
      file: observation.file === undefined ? skill.file : `${skill.directory}/${observation.file}`,
      range: linesOf(observation.file).rangeOf(span),
    };
    // A title may quote the skill, and is printed on terminals.
    findings.push(fix ? { ...finding, fix: { ...fix, title: printable(fix.title) } } : finding);
  }
  return findings.sort(byPlace);
}

/** Line indexes of SKILL.md and other files, each created once. */
function createLineIndexes(skill: LoadedSkill): (file: string | undefined) => LineIndex {
  const own = createLineIndex(skill.parsed.text);
  let others: Map<string, LineIndex> | undefined;
  return (file) => {
    if (file === undefined) return own;
    others ??= new Map();
    const known = others.get(file) ?? createLineIndex(skill.files.read(file) ?? "");
    others.set(file, known);
    return known;
  };
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}

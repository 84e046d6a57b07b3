import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Finding, Observation, Severity } from "../finding.ts";
import { limits } from "../limits.ts";
import { type Outline, outlineMarkdown } from "../markdown/outline.ts";
import type { Profile } from "../profiles/profile.ts";
import { checkWithReference } from "../skills-ref/check-with-reference.ts";
import { createLineIndex, type LineIndex } from "../text/line-index.ts";
import { applyDisables } from "./disables.ts";
import type { Check, CheckedSkill, Rule, RuleOptions } from "./rule.ts";
import { rules } from "./rules.ts";

export type RuleSetting = { readonly severity?: Severity | "off"; readonly options?: RuleOptions };
export type CheckSettings = {
  readonly profile: Profile;
  /** Which categories to run; all when absent. */
  readonly categories?: readonly Category[];
  /** What a config file says of single rules; it beats the profile. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
};

/** Checks one skill after another; rules that compare skills remember the earlier ones. */
export type Checker = (skill: LoadedSkill) => readonly Finding[];

type ActiveRule = { readonly rule: Rule; readonly severity: Severity; readonly options: RuleOptions; readonly check: Check };

export function createChecker(settings: CheckSettings): Checker {
  if (settings.profile.engine === "skills-ref") return checkWithReference;
  const active = activeRules(settings);
  const byId = new Map(active.map((one) => [one.rule.id, one]));
  return (skill) => {
    const observations = observe(withOutline(skill), active, settings.profile.client);
    return toFindings(skill, applyDisables(skill.parsed.text, observations, byId), byId);
  };
}

/** Findings of one skill. */
export function checkSkill(skill: LoadedSkill, settings: CheckSettings): readonly Finding[] {
  return createChecker(settings)(skill);
}

function activeRules({ profile, categories, rules: settings = {} }: CheckSettings): readonly ActiveRule[] {
  return rules.flatMap((rule) => {
    if (categories && !categories.includes(rule.category)) return [];
    const setting = settings[rule.id];
    const severity = setting?.severity ?? profile.severities[rule.id] ?? profile.otherwise?.[rule.severity] ?? rule.severity;
    if (severity === "off") return [];
    const options = { ...rule.options, ...profile.options?.[rule.id], ...setting?.options };
    return [{ rule, severity, options, check: rule.create() }];
  });
}

function withOutline(skill: LoadedSkill): CheckedSkill {
  let outline: Outline | undefined;
  const { parsed, directory, directoryName, file, files } = skill;
  return {
    parsed,
    directory,
    directoryName,
    file,
    files,
    get outline() {
      outline ??= outlineMarkdown(parsed.text, parsed.bodySpan);
      return outline;
    },
  };
}

function observe(skill: CheckedSkill, active: readonly ActiveRule[], client: string | undefined): Observation[] {
  const observations = skill.parsed.problems.filter(({ rule }) => active.some((one) => one.rule.id === rule));
  // Without a readable file there is nothing for rules to look at but that fact.
  if (skill.parsed.text === "" && observations.length > 0) return observations;
  for (const { rule, options, check } of active) {
    let count = 0;
    const report = (observation: Omit<Observation, "rule">): void => {
      if (++count <= limits.findingsPerRule) observations.push({ rule: rule.id, ...observation });
    };
    check(skill, { report, options, client });
    const more = count - limits.findingsPerRule;
    if (more > 0) observations.push({ rule: "findings-capped", message: "more", args: { rule: rule.id, count: more } });
  }
  return observations;
}

function toFindings(
  skill: LoadedSkill,
  observations: readonly Observation[],
  byId: ReadonlyMap<string, ActiveRule>,
): readonly Finding[] {
  if (observations.length === 0) return [];
  const lines = new Map<string, LineIndex>();
  const lineIndexOf = (file: string | undefined): LineIndex => {
    const key = file ?? "";
    let index = lines.get(key);
    if (!index) {
      index = createLineIndex(file === undefined ? skill.parsed.text : (skill.files.read(file) ?? ""));
      lines.set(key, index);
    }
    return index;
  };
  const findings = observations.flatMap((observation): Finding[] => {
    const active = byId.get(observation.rule);
    if (!active) return [];
    const { rule, message, args = {}, span = { start: 0, end: 0 }, fix } = observation;
    const file = observation.file === undefined ? skill.file : `${skill.directory}/${observation.file}`;
    const range = lineIndexOf(observation.file).rangeOf(span);
    const finding = { rule, category: active.rule.category, severity: active.severity, message, args, file, range };
    return [fix ? { ...finding, fix } : finding];
  });
  return findings.sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}

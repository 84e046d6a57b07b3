import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Finding, Observation, Severity } from "../finding.ts";
import { limits } from "../limits.ts";
import { type Outline, outlineMarkdown } from "../markdown/outline.ts";
import type { Profile } from "../profiles/profile.ts";
import { checkWithReference } from "../skills-ref/check-with-reference.ts";
import { createLineIndex, type LineIndex } from "../text/line-index.ts";
import { applyDisables } from "./disables.ts";
import type { CheckedSkill, Rule, RuleContext, RuleOptions } from "./rule.ts";
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

type ActiveRule = {
  readonly rule: Rule;
  readonly severity: Severity;
  /** Adds what the rule sees in a skill to the observations it was made with. */
  readonly observe: (skill: CheckedSkill, isReadable: boolean) => void;
};

export function createChecker(settings: CheckSettings): Checker {
  if (settings.profile.engine === "skills-ref") return checkWithReference;
  // Filled and emptied for each skill: with seventy rules, a list and a context a rule would be garbage by the ton.
  const observations: Observation[] = [];
  const active = activateRules(settings, observations);
  const byId = new Map(active.map((one) => [one.rule.id, one]));
  return (skill) => {
    observations.length = 0;
    const checked = withOutline(skill);
    const { problems, text } = skill.parsed;
    // Without a readable file there is nothing for rules to look at but that fact.
    const isReadable = text !== "" || !problems.some((problem) => byId.has(problem.rule));
    for (const { observe } of active) observe(checked, isReadable);
    const kept = mayHoldDirectives(checked) ? applyDisables(text, observations, byId) : observations;
    return toFindings(skill, kept, byId);
  };
}

/** Findings of one skill. */
export function checkSkill(skill: LoadedSkill, settings: CheckSettings): readonly Finding[] {
  return createChecker(settings)(skill);
}

function activateRules(settings: CheckSettings, observations: Observation[]): readonly ActiveRule[] {
  const { profile, categories } = settings;
  return rules.flatMap((rule) => {
    if (categories && !categories.includes(rule.category) && !rule.aboutCheck) return [];
    const setting = settings.rules?.[rule.id];
    const severity =
      setting?.severity ?? profile.severities[rule.id] ?? profile.otherwise?.[rule.severity] ?? rule.severity;
    if (severity === "off") return [];
    const options = { ...rule.options, ...profile.options?.[rule.id], ...setting?.options };
    return [
      { rule, severity, observe: createObserver(rule, { options, client: profile.client }, observations) },
    ];
  });
}

function createObserver(
  rule: Rule,
  view: Omit<RuleContext, "report">,
  observations: Observation[],
): ActiveRule["observe"] {
  const check = rule.create();
  let count = 0;
  const report = (observation: Omit<Observation, "rule">): void => {
    if (++count <= limits.findingsPerRule) observations.push({ rule: rule.id, ...observation });
  };
  const context = { ...view, report };
  return (skill, isReadable) => {
    count = 0;
    for (const problem of skill.parsed.problems) if (problem.rule === rule.id) report(problem);
    if (isReadable) check(skill, context);
    const more = count - limits.findingsPerRule;
    if (more > 0)
      observations.push({ rule: "findings-capped", message: "more", args: { rule: rule.id, count: more } });
  };
}

/** A directive is a comment, in the frontmatter or in the body. */
function mayHoldDirectives({ parsed, outline }: CheckedSkill): boolean {
  const { start, end } = parsed.frontmatterSpan ?? { start: 0, end: 0 };
  return outline.comments.length > 0 || parsed.text.slice(start, end).includes("#");
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
    const finding = {
      rule,
      category: active.rule.category,
      severity: active.severity,
      message,
      args,
      file,
      range,
    };
    return [fix ? { ...finding, fix } : finding];
  });
  return findings.sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}

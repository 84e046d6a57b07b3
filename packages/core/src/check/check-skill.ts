import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Finding, Observation, Severity } from "../finding.ts";
import { limits } from "../limits.ts";
import { outlineMarkdown } from "../markdown/outline.ts";
import type { Profile } from "../profiles/profile.ts";
import { severityIn } from "../profiles/severity-in.ts";
import { checkWithReference } from "../skills-ref/check-with-reference.ts";
import { createLineIndex, type LineIndex } from "../text/line-index.ts";
import { printable } from "../text/printable.ts";
import { type Directives, noDirectives, readDirectives } from "./disables.ts";
import { localReferences } from "./references.ts";
import type { CheckedSkill, Rule, RuleContext, RuleOptions } from "./rule.ts";
import { rules } from "./rules.ts";

export type RuleSetting = { readonly severity?: Severity | "off"; readonly options?: RuleOptions };
export type CheckSettings = {
  readonly profile: Profile;
  /** Which categories to run; all when absent. */
  readonly categories?: readonly Category[];
  /** What a config file says of single rules; it beats the profile. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /** Findings kept of one rule in one skill, when not the usual number. */
  readonly mostPerRule?: number;
};

/** Checks one skill after another; rules that compare skills remember the earlier ones. */
export type Checker = (skill: LoadedSkill) => readonly Finding[];

type ActiveRule = {
  readonly rule: Rule;
  readonly severity: Severity;
  /** Adds what the rule sees in a skill to the observations it was made with. */
  readonly observe: (skill: CheckedSkill) => void;
};

/** What the rules of one checker share; filled anew for each skill, since a list and a context a rule would be waste. */
type Run = { readonly observations: Observation[]; directives: Directives };

export function createChecker(settings: CheckSettings): Checker {
  if (settings.profile.engine === "skills-ref") return checkWithReference;
  const run: Run = { observations: [], directives: noDirectives };
  const active = activateRules(settings, run);
  // A rule about what the parser saw has nothing to say of a skill that was parsed without problems.
  const looking = active.filter(({ rule }) => !rule.aboutParse);
  const byId = new Map(active.map((one) => [one.rule.id, one]));
  return (skill) => {
    const checked = observable(skill);
    run.observations.length = 0;
    run.directives = readDirectives(checked);
    for (const { observe } of checked.parsed.problems.length === 0 ? looking : active) observe(checked);
    run.observations.push(...run.directives.problems);
    return toFindings(skill, run.observations, byId);
  };
}

/** Findings of one skill. */
export function checkSkill(skill: LoadedSkill, settings: CheckSettings): readonly Finding[] {
  return createChecker(settings)(skill);
}

function activateRules(settings: CheckSettings, run: Run): readonly ActiveRule[] {
  const { profile, categories, mostPerRule = limits.findingsPerRule } = settings;
  return rules.flatMap((rule) => {
    if (categories && !categories.includes(rule.category) && !rule.aboutCheck) return [];
    const setting = settings.rules?.[rule.id];
    const severity = setting?.severity ?? severityIn(profile, rule);
    if (severity === "off") return [];
    const options = { ...rule.options, ...profile.options?.[rule.id], ...setting?.options };
    const view = { options, client: profile.client, mostPerRule };
    return [{ rule, severity, observe: createObserver(rule, view, run) }];
  });
}

type View = Omit<RuleContext, "report"> & { readonly mostPerRule: number };

function createObserver(rule: Rule, { mostPerRule, ...view }: View, run: Run): ActiveRule["observe"] {
  const check = rule.create();
  let count = 0;
  const report = (observation: Omit<Observation, "rule">): void => {
    // A skill must not be able to silence what is said about its dangers.
    if (rule.category !== "security" && run.directives.silence(rule.id, observation)) return;
    if (++count <= mostPerRule) run.observations.push({ ...observation, rule: rule.id });
  };
  const context = { ...view, report };
  return (skill) => {
    count = 0;
    for (const problem of skill.parsed.problems) if (problem.rule === rule.id) report(problem);
    if (!skill.parsed.unreadable) check(skill, context);
    const more = count - mostPerRule;
    if (more > 0)
      run.observations.push({
        rule: "findings-capped",
        message: "more",
        args: { rule: rule.id, count: more },
      });
  };
}

function observable({ parsed, directory, directoryName, file, files }: LoadedSkill): CheckedSkill {
  const outline = outlineMarkdown(parsed.text, parsed.bodySpan);
  const references = localReferences(outline.links, { directoryName });
  return { parsed, directory, directoryName, file, files, outline, references };
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
  const findings: Finding[] = [];
  for (const observation of observations) {
    const active = byId.get(observation.rule);
    if (!active) continue;
    const { rule, message, args = {}, span = { start: 0, end: 0 }, fix } = observation;
    const finding = {
      rule,
      category: active.rule.category,
      severity: active.severity,
      message,
      args,
      file: observation.file === undefined ? skill.file : `${skill.directory}/${observation.file}`,
      range: lineIndexOf(observation.file).rangeOf(span),
    };
    // A title may quote the skill, and reaches terminals.
    findings.push(fix ? { ...finding, fix: { ...fix, title: printable(fix.title) } } : finding);
  }
  return findings.sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}

import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding, Observation, Severity } from "../finding.ts";
import { limits } from "../limits.ts";
import { outlineMarkdown } from "../markdown/outline.ts";
import { severityIn } from "../profiles/severity-in.ts";
import { checkWithReference } from "../skills-ref/validate-reference.ts";
import type { CheckSettings } from "./check-settings.ts";
import { type Directives, readDirectives } from "./disables.ts";
import { localReferences } from "./references.ts";
import type { CheckedSkill, Rule, RuleContext } from "./rule.ts";
import { rules } from "./rules.ts";
import { readScripts, type Script } from "./scripts.ts";
import { toFindings } from "./to-findings.ts";

export function checkSkill(skill: LoadedSkill, settings: CheckSettings): readonly Finding[] {
  return createChecker(settings)(skill);
}

/** Checks one skill after another; rules that compare skills remember the earlier ones. */
export type Checker = (skill: LoadedSkill) => readonly Finding[];

export function createChecker(settings: CheckSettings): Checker {
  if (settings.profile.engine === "skills-ref") return checkWithReference;
  const active = activateRules(settings);
  const weights = new Map(
    active.map(({ rule, severity }) => [rule.id, { category: rule.category, severity }]),
  );
  return (loaded) => {
    const examination = begin(loaded);
    const { skill, directives, observations } = examination;
    const hasProblems = skill.parsed.problems.length > 0;
    // A rule about parse problems has nothing to report on a skill without any.
    for (const { rule, observe } of active) if (hasProblems || !rule.aboutParse) observe(examination);
    observations.push(...directives.problems);
    return toFindings(skill, observations, weights);
  };
}

/** A skill under check, and what the rules have seen so far. */
type Examination = {
  readonly skill: CheckedSkill;
  readonly directives: Directives;
  readonly observations: Observation[];
};

function begin(loaded: LoadedSkill): Examination {
  const { parsed, directory, directoryName, file, files } = loaded;
  const outline = outlineMarkdown(parsed.text, parsed.bodySpan);
  const references = localReferences(outline.links, { directoryName });
  let read: readonly Script[] | undefined;
  const scripts = (): readonly Script[] => {
    read ??= readScripts(files);
    return read;
  };
  const skill = { parsed, directory, directoryName, file, files, outline, references, scripts };
  return { skill, directives: readDirectives(skill), observations: [] };
}

type ActiveRule = {
  readonly rule: Rule;
  readonly severity: Severity;
  /** Adds what the rule sees in a skill to its observations. */
  readonly observe: (examination: Examination) => void;
};

function activateRules(settings: CheckSettings): readonly ActiveRule[] {
  const { profile, categories, mostPerRule = limits.findingsPerRule } = settings;
  return rules.flatMap((rule) => {
    if (categories && !categories.includes(rule.category) && !rule.aboutCheck) return [];
    const setting = settings.rules?.[rule.id];
    const severity = setting?.severity ?? severityIn(profile, rule);
    if (severity === "off") return [];
    const options = { ...rule.options, ...profile.options?.[rule.id], ...setting?.options };
    const view = { options, client: profile.client };
    return [{ rule, severity, observe: createObserver(rule, view, mostPerRule) }];
  });
}

type View = Omit<RuleContext, "report">;

function createObserver(rule: Rule, view: View, mostPerRule: number): ActiveRule["observe"] {
  const check = rule.create();
  let current: Examination | undefined;
  let count = 0;
  const report = (observation: Omit<Observation, "rule">): void => {
    // A skill must not be able to silence what is said about its dangers.
    if (rule.category !== "security" && current?.directives.silence(rule.id, observation)) return;
    if (++count <= mostPerRule) current?.observations.push({ ...observation, rule: rule.id });
  };
  // One context for all skills, to save an object per skill.
  const context = { ...view, report };
  return (examination) => {
    current = examination;
    const { skill, observations } = examination;
    count = 0;
    for (const problem of skill.parsed.problems) if (problem.rule === rule.id) report(problem);
    if (!skill.parsed.unreadable) check(skill, context);
    const more = count - mostPerRule;
    if (more > 0)
      observations.push({ rule: "findings-capped", message: "more", args: { rule: rule.id, count: more } });
  };
}

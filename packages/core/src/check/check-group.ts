import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding, Observation, Severity } from "../finding.ts";
import { limits } from "../limits.ts";
import { outlineMarkdown } from "../markdown/outline.ts";
import { severityIn } from "../profiles/severity-in.ts";
import { checkWithReference } from "../skills-ref/check-with-reference.ts";
import type { CheckSettings } from "./check-settings.ts";
import { type Directives, readDirectives } from "./disables.ts";
import { localReferences } from "./references.ts";
import type { CheckedSkill, Rule, RuleContext } from "./rule.ts";
import { rules } from "./rules.ts";
import { readScripts, type Script } from "./scripts.ts";
import { toFindings } from "./to-findings.ts";

/**
 * The findings of each skill of a group. One rule looks at all of them before the next does, which is quicker than all
 * rules at one skill after the other: the processor keeps a rule at hand. Rules that compare skills remember the
 * earlier ones, those of earlier groups included.
 */
export type GroupChecker = (skills: readonly LoadedSkill[]) => readonly (readonly Finding[])[];

export function createGroupChecker(settings: CheckSettings): GroupChecker {
  if (settings.profile.engine === "skills-ref") return (skills) => skills.map(checkWithReference);
  const active = activateRules(settings);
  const weights = new Map(
    active.map(({ rule, severity }) => [rule.id, { category: rule.category, severity }]),
  );
  return (skills) => {
    const examinations = skills.map(begin);
    // A rule about what the parser saw has nothing to say of a skill that was parsed without problems.
    const troubled = examinations.filter(({ skill }) => skill.parsed.problems.length > 0);
    for (const { rule, observe } of active) observe(rule.aboutParse ? troubled : examinations);
    for (const { observations, directives } of examinations) observations.push(...directives.problems);
    return examinations.map(({ skill, observations }) => toFindings(skill, observations, weights));
  };
}

/** A skill that rules look at, and what they have seen so far. */
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
  /** Adds what the rule sees in skills to what has been seen of each. */
  readonly observe: (examinations: readonly Examination[]) => void;
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
  // One context for all skills, since one for each would be waste.
  const context = { ...view, report };
  return (examinations) => {
    for (current of examinations) {
      const { skill, observations } = current;
      count = 0;
      for (const problem of skill.parsed.problems) if (problem.rule === rule.id) report(problem);
      if (!skill.parsed.unreadable) check(skill, context);
      const more = count - mostPerRule;
      if (more > 0)
        observations.push({ rule: "findings-capped", message: "more", args: { rule: rule.id, count: more } });
    }
  };
}

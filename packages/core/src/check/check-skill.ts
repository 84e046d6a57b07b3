import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Confidence, Finding, Level, Observation, Severity } from "../finding.ts";
import { limits } from "../limits.ts";
import { type Outline, outlineMarkdown } from "../markdown/outline.ts";
import { type Profile, severityIn } from "../profiles/profiles.ts";
import type { Evidence, ScannedText } from "../scan/evidence.ts";
import { checkWithReference } from "../skills-ref/validate-reference.ts";
import { compact } from "../text/compact.ts";
import { createLineIndex, type LineIndex } from "../text/line-index.ts";
import { printable } from "../text/printable.ts";
import { type Directives, readDirectives } from "./disables.ts";
import { localReferences, type Reference } from "./references.ts";
import type { Check, CheckedSkill, Rule, RuleContext, RuleOptions } from "./rule.ts";
import { rules } from "./rules.ts";
import type { ScanMemory } from "./scan-memory.ts";
import { readScripts, type Script } from "./scripts.ts";
import { textsOf } from "./skill-texts.ts";

export function checkSkill(skill: LoadedSkill, settings: CheckSettings): readonly Finding[] {
  return createChecker(settings)(skill);
}

/** Checks one skill after another; rules that compare skills remember the earlier ones. */
export type Checker = (skill: LoadedSkill) => readonly Finding[];

export function createChecker(settings: CheckSettings): Checker {
  const check = createGroupChecker(settings);
  return (skill) => check([skill])[0] ?? [];
}

/** Checks several skills rule by rule, with the same findings as one after another. */
export function createGroupChecker(
  settings: CheckSettings,
): (skills: readonly LoadedSkill[]) => readonly (readonly Finding[])[] {
  if (settings.profile.engine === "skills-ref") return (skills) => skills.map(checkWithReference);
  const active = activateRules(settings);
  const isWholeScan = rules.filter(isOfScan).every((rule) => active.some((one) => one.rule === rule));
  const weights = new Map(
    active.map(({ rule, severity }): readonly [string, Weight] => [rule.id, { rule, severity }]),
  );
  return (skills) => {
    const examinations = skills.map((skill) => begin(skill, settings));
    for (const { rule, observe } of active) {
      for (const examination of examinations) {
        // A rule about parse problems has nothing to report on a skill without any.
        if (!rule.aboutParse || examination.skill.parsed.problems.length > 0) observe(examination);
      }
    }
    if (isWholeScan) for (const examination of examinations) remember(examination, settings);
    return examinations.map(({ skill, directives, observations }) =>
      toFindings(skill, observations.concat(directives.problems), weights),
    );
  };
}

/** What such a rule sees depends on the skill alone. */
function isOfScan({ category, aboutCheck }: Rule): boolean {
  return category === "security" && !aboutCheck;
}

function remember({ skill, loaded, recalled, seen }: Examination, { memory }: CheckSettings): void {
  if (memory !== undefined && recalled === undefined && !skill.parsed.unreadable)
    memory.keep(loaded, { observations: seen, unread: skill.evidence().unread });
}

/** A skill under check, and what the rules have seen so far. */
type Examination = {
  readonly skill: CheckedSkill;
  readonly loaded: LoadedSkill;
  /** What security rules saw in an earlier check of the same content. */
  readonly recalled: readonly Observation[] | undefined;
  /** What they see in this one. */
  readonly seen: Observation[];
  readonly directives: Directives;
  readonly observations: Observation[];
};

function begin(loaded: LoadedSkill, { collectEvidence: collect, memory }: CheckSettings): Examination {
  const { parsed, directory, directoryName, file, files } = loaded;
  // Many rules never look at the body's Markdown: those on security read evidence.
  let outlined: Outline | undefined;
  const outline = (): Outline => {
    outlined ??= outlineMarkdown(parsed.text, parsed.bodySpan);
    return outlined;
  };
  let linked: readonly Reference[] | undefined;
  let read: readonly Script[] | undefined;
  const scripts = (): readonly Script[] => {
    read ??= readScripts(files);
    return read;
  };
  let collected: Evidence | undefined;
  const evidence = (): Evidence => {
    collected ??= collect?.(loaded) ?? textsAlone(loaded);
    return collected;
  };
  const skill: CheckedSkill = {
    parsed,
    directory,
    directoryName,
    file,
    files,
    get outline() {
      return outline();
    },
    get references() {
      linked ??= localReferences(outline().links, { directoryName });
      return linked;
    },
    scripts,
    evidence,
  };
  const recalled = memory?.recall(loaded)?.observations;
  return { skill, loaded, recalled, seen: [], directives: readDirectives(skill), observations: [] };
}

/** What a check without a scan sees: rules about characters, such as those of keys, judge it too. */
function textsAlone(skill: LoadedSkill): Evidence {
  const texts = [...textsOf(skill)].map(({ text, place: { file } }): ScannedText => {
    const isDocument = file === undefined;
    return {
      text,
      language: isDocument ? "markdown" : "other",
      role: isDocument ? "instructions" : "data",
      path: file ?? "SKILL.md",
      isReached: true,
      placeOf: (span) => ({ file, span }),
    };
  });
  return { texts, actions: [], statements: [], unread: [] };
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
  // What a rule does is loaded and created when it is first needed.
  let check: Check | undefined;
  let current: Examination | undefined;
  let count = 0;
  const report = (observation: Omit<Observation, "rule">): void => {
    const isSilenced = current?.directives.silence(rule.id, observation) ?? false;
    if (isSilenced && rule.category !== "security") return;
    // A skill must not be able to silence findings about its dangers, and the attempt is worth knowing.
    if (isSilenced) current?.observations.push(keepsSecurity(rule.id, observation));
    if (++count <= mostPerRule) current?.observations.push({ ...observation, rule: rule.id });
  };
  // One context for all skills, to save an object per skill.
  const context: RuleContext = {
    ...view,
    report: isOfScan(rule)
      ? (observation) => {
          current?.seen.push({ ...observation, rule: rule.id });
          report(observation);
        }
      : report,
  };
  const run = (examination: Examination): void => {
    check ??= rule.create();
    check(examination.skill, context);
  };
  return (examination) => {
    current = examination;
    const { skill, observations } = examination;
    count = 0;
    for (const problem of skill.parsed.problems) if (problem.rule === rule.id) report(problem);
    // A SKILL.md that clients cannot read may still be read by an agent with other tools.
    if (examination.recalled !== undefined && isOfScan(rule))
      for (const observation of examination.recalled) {
        if (observation.rule === rule.id) report(observation);
      }
    else if (!skill.parsed.unreadable || rule.threat !== undefined) run(examination);
    const more = count - mostPerRule;
    if (more > 0)
      observations.push({ rule: "findings-capped", message: "more", args: { rule: rule.id, count: more } });
  };
}

function keepsSecurity(rule: string, { span }: Omit<Observation, "rule">): Observation {
  return { rule: "disable-reason", message: "keepsSecurity", args: { rule }, span };
}

/** What a finding inherits from its rule. */
type Weight = { readonly rule: Rule; readonly severity: Severity };

/** The level of what a security rule reports; one that states none is as dangerous as it is severe. */
function levelOf({ category, severity, threat }: Rule, message: string): Level | undefined {
  return category === "security" ? (threat?.levels[message] ?? levels[severity]) : undefined;
}

const levels: Readonly<Record<Severity, Level>> = { error: "high", warning: "medium", info: "low" };

/** What words say is never certain; rules give what they are less sure of a lower level. */
function usualConfidence(level: Level | undefined): Confidence | undefined {
  if (level === undefined) return undefined;
  return level === "critical" || level === "high" ? "likely" : "possible";
}

/** Observations as findings with lines and columns, sorted by place; those of disabled rules are dropped. */
function toFindings(
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
    const { level = levelOf(weight.rule, message) } = observation;
    const confidence = observation.confidence ?? usualConfidence(level);
    const finding: Finding = {
      ...compact({ level, confidence }),
      rule,
      category: weight.rule.category,
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

export type RuleSetting = { readonly severity?: Severity | "off"; readonly options?: RuleOptions };
export type CheckSettings = {
  readonly profile: Profile;
  /** Categories to run; all by default. */
  readonly categories?: readonly Category[];
  /** Overrides from a config file; they take precedence over the profile. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /**
   * Reads what security rules judge: `collectEvidence` of `@skillwright/core/scan`, which loads grammars. Without it, they see
   * texts but neither commands nor sentences, and find next to nothing: use `createScanner` to judge a skill.
   */
  readonly collectEvidence?: (skill: LoadedSkill) => Evidence;
  /** What earlier scans saw, so that skills that stay the same are not scanned again. */
  readonly memory?: ScanMemory | undefined;
  /** Overrides how many findings of one rule to keep per skill. */
  readonly mostPerRule?: number;
};

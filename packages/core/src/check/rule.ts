import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Observation, Severity } from "../finding.ts";
import type { Outline } from "../markdown/outline.ts";
import type { Reference } from "./references.ts";
import type { Script } from "./scripts.ts";

/** What a rule checks: the skill, and data about its body that all rules share. */
export type CheckedSkill = LoadedSkill & {
  readonly outline: Outline;
  /** Links from the body to files. */
  readonly references: readonly Reference[];
  /** The programs in `scripts/`, read on first use. */
  readonly scripts: () => readonly Script[];
};

export type RuleOptions = Readonly<Record<string, number>>;
export type RuleContext = {
  report(observation: Omit<Observation, "rule">): void;
  readonly options: RuleOptions;
  /** Set if the profile is for one client. */
  readonly client: string | undefined;
};
export type Check = (skill: CheckedSkill, context: RuleContext) => void;

/** A rule is data and one function; its folder also holds its test and its documentation. */
export type Rule = {
  readonly id: string;
  readonly category: Category;
  /** Severity in the `standard` profile. */
  readonly severity: Severity;
  /** One sentence that states what holds when the rule passes. */
  readonly summary: string;
  /** Sentences by message id, with `{name}` placeholders for arguments. */
  readonly messages: Readonly<Record<string, string>>;
  readonly options?: RuleOptions;
  /** Its findings point at text that must not be printed, such as a password. */
  readonly hidesSource?: true;
  /** It is about the check itself, so it runs for every choice of categories. */
  readonly aboutCheck?: true;
  /** It only forwards problems of the parser or loader. */
  readonly aboutParse?: true;
  /** Creates the check for one run; a rule that compares skills keeps its state in this closure. */
  readonly create: () => Check;
};

type RuleDefinition = Omit<Rule, "create"> & ({ readonly check: Check } | { readonly checkAll: () => Check });

/** Defines a rule; use `check` for one skill at a time, `checkAll` to compare skills with each other. */
export function defineRule(definition: RuleDefinition): Rule {
  if ("checkAll" in definition) {
    const { checkAll, ...rule } = definition;
    return { ...rule, create: checkAll };
  }
  const { check, ...rule } = definition;
  return { ...rule, create: () => check };
}

type ParseRuleDefinition = Omit<Rule, "create" | "options" | "aboutParse">;

/** Defines a rule that forwards problems of the parser or loader. */
export function defineParseRule(definition: ParseRuleDefinition): Rule {
  return { ...definition, aboutParse: true, create: () => () => {} };
}

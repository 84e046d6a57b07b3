import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Observation, Severity } from "../finding.ts";
import type { Outline } from "../markdown/outline.ts";
import type { Reference } from "./references.ts";
import type { Script } from "./scripts.ts";

/** What a rule looks at: the skill, and what all rules share of its body. */
export type CheckedSkill = LoadedSkill & {
  readonly outline: Outline;
  /** Links of the body to files. */
  readonly references: readonly Reference[];
  /** The programs in `scripts/`, read when a rule asks for the first time. */
  readonly scripts: () => readonly Script[];
};

export type RuleOptions = Readonly<Record<string, number>>;
export type RuleContext = {
  report(observation: Omit<Observation, "rule">): void;
  readonly options: RuleOptions;
  /** Set when the profile is one client's view. */
  readonly client: string | undefined;
};
export type Check = (skill: CheckedSkill, context: RuleContext) => void;

/** A rule is data and one function; its folder also holds its test and its documentation. */
export type Rule = {
  readonly id: string;
  readonly category: Category;
  /** Weight in the `standard` profile. */
  readonly severity: Severity;
  /** One sentence: what it checks. */
  readonly summary: string;
  /** Sentences by message id; `{name}` stands for an argument. */
  readonly messages: Readonly<Record<string, string>>;
  readonly options?: RuleOptions;
  /** Its findings point at something that must not be printed, such as a password. */
  readonly hidesSource?: true;
  /** It speaks of the check itself, so it runs whatever categories are asked for. */
  readonly aboutCheck?: true;
  /** It only passes on what the parser or loader saw. */
  readonly aboutParse?: true;
  /** Makes the check for one run; a rule over a whole collection keeps its memory in this closure. */
  readonly create: () => Check;
};

type RuleDefinition = Omit<Rule, "create"> & ({ readonly check: Check } | { readonly checkAll: () => Check });

/** Completes a rule; `check` for one skill at a time, `checkAll` when skills are compared with each other. */
export function defineRule(definition: RuleDefinition): Rule {
  if ("checkAll" in definition) {
    const { checkAll, ...rule } = definition;
    return { ...rule, create: checkAll };
  }
  const { check, ...rule } = definition;
  return { ...rule, create: () => check };
}

type ParseRuleDefinition = Omit<Rule, "create" | "options" | "aboutParse">;

/** A rule about what the parser or loader already saw. */
export function defineParseRule(definition: ParseRuleDefinition): Rule {
  return { ...definition, aboutParse: true, create: () => () => {} };
}

import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Category, Level, Observation, Severity } from "../finding.ts";
import type { Outline } from "../markdown/outline.ts";
import type { ArgumentsOf } from "../message.ts";
import type { Evidence } from "../scan/evidence.ts";
import type { Reference } from "./references.ts";
import type { Script } from "./scripts.ts";

/** What a rule checks: the skill, and data about its body that all rules share. */
export type CheckedSkill = LoadedSkill & {
  readonly outline: Outline;
  /** Links from the body to files. */
  readonly references: readonly Reference[];
  /** The programs in `scripts/`, read on first use. */
  readonly scripts: () => readonly Script[];
  /** What the skill contains and would do, read on first use. */
  readonly evidence: () => Evidence;
};

export type RuleOptions = Readonly<Record<string, number>>;

/** Sentences by message id, with `{name}` placeholders for arguments. */
export type Messages = Readonly<Record<string, string>>;

/** A message id of a rule with the arguments that its placeholders need; a misspelled one does not compile. */
export type Report<Texts extends Messages> = {
  readonly [Id in keyof Texts & string]: Omit<Observation, "rule" | "message" | "args"> & {
    readonly message: Id;
  } & (keyof ArgumentsOf<Texts[Id]> extends never
      ? { readonly args?: Observation["args"] }
      : { readonly args: ArgumentsOf<Texts[Id]> });
}[keyof Texts & string];

export type RuleContext<Texts extends Messages = Messages> = {
  readonly report: (observation: Report<Texts>) => void;
  readonly options: RuleOptions;
  /** Set if the profile is for one client. */
  readonly client: string | undefined;
};
export type Check<Texts extends Messages = Messages> = (
  skill: CheckedSkill,
  context: RuleContext<Texts>,
) => void;

/** What a security rule protects from. */
type Threat = {
  /** Entries of the OWASP Agentic Skills Top 10, such as `AST01`. */
  readonly owasp: readonly `AST${"01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10"}`[];
  /** Why it matters to the person who installs the skill, in one sentence. */
  readonly why: string;
  /** What the author or the installer does about it, in one sentence. */
  readonly remedy: string;
  /** How dangerous what a message reports is; an observation may say otherwise. */
  readonly levels: Readonly<Record<string, Level>>;
};

/** A rule is data and one function; its folder also holds its test and its documentation. */
export type Rule = {
  readonly id: string;
  readonly category: Category;
  /** Severity in the `standard` profile. */
  readonly severity: Severity;
  /** One sentence that states what holds when the rule passes. */
  readonly summary: string;
  readonly messages: Messages;
  /** For security rules. */
  readonly threat?: Threat;
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

type RuleDefinition<Texts extends Messages> = Omit<Rule, "create" | "messages"> & {
  readonly messages: Texts;
} & ({ readonly check: Check<NoInfer<Texts>> } | { readonly checkAll: () => Check<NoInfer<Texts>> });

/** Defines a rule; use `check` for one skill at a time, `checkAll` to compare skills with each other. */
export function defineRule<const Texts extends Messages>(definition: RuleDefinition<Texts>): Rule;
export function defineRule(definition: RuleDefinition<Messages>): Rule {
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

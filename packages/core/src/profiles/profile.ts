import type { RuleOptions } from "../check/rule.ts";
import type { Severity } from "../finding.ts";

/** The severities that one client or specification assigns. Profiles never change the parse. */
export type Profile = {
  readonly name: string;
  /** One sentence: which client or specification this is, and what is special about it. */
  readonly summary: string;
  /** The client's name as in `parse/fields.ts`; messages then refer to this client alone. */
  readonly client?: string;
  readonly severities: Readonly<Record<string, Severity | "off">>;
  /** Severities for the remaining rules, by their default severity. */
  readonly otherwise?: Readonly<Partial<Record<Severity, Severity | "off">>>;
  readonly options?: Readonly<Record<string, RuleOptions>>;
  /** `skills-ref` reproduces the reference tool's messages, order and YAML parser. */
  readonly engine?: "skills-ref";
};

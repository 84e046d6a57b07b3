import type { RuleOptions } from "../check/rule.ts";
import type { Severity } from "../finding.ts";

/** How one client or document weighs the same observations. Profiles never change the parse. */
export type Profile = {
  readonly name: string;
  /** One sentence: whose view this is. */
  readonly summary: string;
  /** The client's name as in `parse/fields.ts`; rules then speak of this client alone. */
  readonly client?: string;
  readonly severities: Readonly<Record<string, Severity | "off">>;
  /** What becomes of rules not named above, by their usual severity. */
  readonly otherwise?: Readonly<Partial<Record<Severity, Severity | "off">>>;
  readonly options?: Readonly<Record<string, RuleOptions>>;
  /** `skills-ref` speaks with the reference tool's own messages, order and reading of YAML. */
  readonly engine?: "skills-ref";
};

import type { Category, Severity } from "../finding.ts";
import type { Profile } from "../profiles/profile.ts";
import type { RuleOptions } from "./rule.ts";

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

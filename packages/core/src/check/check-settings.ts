import type { Category, Severity } from "../finding.ts";
import type { Profile } from "../profiles/profile.ts";
import type { RuleOptions } from "./rule.ts";

export type RuleSetting = { readonly severity?: Severity | "off"; readonly options?: RuleOptions };
export type CheckSettings = {
  readonly profile: Profile;
  /** Categories to run; all by default. */
  readonly categories?: readonly Category[];
  /** Overrides from a config file; they take precedence over the profile. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /** Overrides how many findings of one rule to keep per skill. */
  readonly mostPerRule?: number;
};

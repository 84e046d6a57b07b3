/** The part of a policy that led to a decision. */
export type RuleRef = {
  readonly layer: string;
  /** The pattern as written, or the name of the setting: `only`, `otherwise`, `skill-tools`, `none`. */
  readonly rule: string;
};

export type DecisionReason =
  /** A rule matches. */
  | "denied-by-rule"
  | "asked-by-rule"
  | "allowed-by-rule"
  /** An allowlist covers it and no other rule applies. */
  | "on-the-list"
  /** An allowlist omits it. */
  | "not-on-the-list"
  /** It may match a rule that denies or asks; an unreadable call counts as a match. */
  | "cannot-be-read"
  /** No rule matches. */
  | "by-default"
  /** Listing, loading, reading and leaving skills is always possible. */
  | "skill-tool"
  /** No rule and no default at all, so nothing may run. */
  | "no-rule"
  /** The rules allow it, but something else stopped it; see `detail`. */
  | "blocked-by-hook"
  | "not-approved"
  | "cannot-be-recorded"
  | "unsettled";

/** A refusal is a value, never an exception. */
export type Decision = RuleRef & { readonly reason: DecisionReason } & (
    | { readonly effect: "allow" }
    | { readonly effect: "ask" }
    /** `detail` names the part of the call that caused it, such as one command of several. */
    | { readonly effect: "deny"; readonly detail?: string }
  );

/** The strictest of several decisions, the first of equals. */
export function strictest<Row extends { readonly decision: Decision }>(rows: readonly [Row, ...Row[]]): Row {
  const find = (effect: Decision["effect"]): Row | undefined =>
    rows.find(({ decision }) => decision.effect === effect);
  return find("deny") ?? find("ask") ?? rows[0];
}

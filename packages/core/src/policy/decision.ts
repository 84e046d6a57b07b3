/** Which words of a policy led to a decision. */
export type RuleRef = {
  /** The layer's name. */
  readonly layer: string;
  /** The pattern as its author wrote it, or the name of the switch: `only`, `otherwise`, `skill-tools`, `none`. */
  readonly rule: string;
};

export type DecisionReason =
  /** A rule of the list says so. */
  | "denied-by-rule"
  | "asked-by-rule"
  | "allowed-by-rule"
  /** It is on the only list there is, and nothing else speaks of it. */
  | "on-the-list"
  /** A layer lists what may run, and this is not on it. */
  | "not-on-the-list"
  /** It might fall under a rule that forbids or asks; what cannot be read counts as falling under it. */
  | "cannot-be-read"
  /** No rule speaks of it. */
  | "by-default"
  /** Skills can always be listed, loaded, read and left. */
  | "skill-tool"
  /** Nobody said anything at all, so nothing may run. */
  | "no-rule"
  /** The rules would have let it pass, and then something else stood in the way: `detail` says more. */
  | "blocked-by-hook"
  | "not-approved"
  | "cannot-be-recorded"
  | "unsettled";

/** A refusal is a value, never an exception. */
export type Decision = RuleRef & { readonly reason: DecisionReason } & (
    | { readonly effect: "allow" }
    | { readonly effect: "ask" }
    /** `detail` says which part of the call is to blame, such as one command of several. */
    | { readonly effect: "deny"; readonly detail?: string }
  );

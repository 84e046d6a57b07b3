import { printable } from "../text/printable.ts";

/** The part of a policy that led to a decision. */
export type RuleRef = {
  /** The file of the policy, if the layer was read from one. */
  readonly file?: string;
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
  /** A policy verifies skills when they load, and this one is not what was installed; `detail` says it all. */
  | "not-verified"
  /** The rules allow it, but something else stopped it; see `detail`. */
  | "blocked-by-hook"
  | "not-approved"
  | "cannot-be-recorded"
  | "unsettled"
  /** The organization revoked a skill that is active or would be loaded. */
  | "skill-revoked"
  /** The organization does not let such a skill be used: see `detail`. */
  | "skill-not-permitted";

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

/** What may happen to a tool call, from open to closed. */
export type Effect = "allow" | "ask" | "deny";

const words: Readonly<Record<DecisionReason, string>> = {
  "denied-by-rule": "The rule {rule} of {layer} denies it{part}.",
  "asked-by-rule": "The rule {rule} of {layer} requires a person's approval.",
  "allowed-by-rule": "The rule {rule} of {layer} allows it.",
  "on-the-list": "{layer} lists {rule}, and no other rule applies.",
  "not-on-the-list": "{layer} allows only listed tools, and this is not on the list{part}.",
  "cannot-be-read":
    "It may match the rule {rule} of {layer}; a call that cannot be read counts as a match{part}.",
  "by-default": "No rule matches, so the default of {layer} applies: {effect}.",
  "skill-tool": "Listing, loading, reading and leaving skills is always allowed.",
  "no-rule": "No rule matches and there is no default, so nothing may run.",
  "not-verified": "{layer} verifies skills when they load, and this one failed{part}",
  "blocked-by-hook": "A hook of an active skill blocked it{part}.",
  "not-approved": "It was not approved{part}.",
  "cannot-be-recorded": "It cannot be recorded in the audit log{part}.",
  unsettled: "The active skills kept changing while it waited.",
  "skill-revoked": "A skill was revoked{part}.",
  "skill-not-permitted": "The organization does not permit the skill{part}.",
};

/** Describes a decision in one sentence. */
export function formatDecision(decision: Decision): string {
  const { rule, layer, reason, effect } = decision;
  const part = decision.effect === "deny" && decision.detail !== undefined ? `: ${decision.detail}` : "";
  const values: Readonly<Record<string, string>> = { rule, layer: nameOf(layer), effect, part };
  const sentence = words[reason].replace(/\{(\w+)\}/g, (_, name: string) => printable(values[name] ?? ""));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `the skill code-review`, `the organization`. */
function nameOf(layer: string): string {
  return layer === "default" ? "the host" : `the ${layer}`;
}

import { printable } from "../text/printable.ts";
import type { Decision, DecisionReason } from "./decision.ts";

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
  "blocked-by-hook": "A hook of an active skill blocked it{part}.",
  "not-approved": "It was not approved{part}.",
  "cannot-be-recorded": "It cannot be recorded in the audit log{part}.",
  unsettled: "The active skills kept changing while it waited.",
};

/** Describes a decision in one sentence. */
export function formatDecision(decision: Decision): string {
  const { rule, layer, reason, effect } = decision;
  const part = decision.effect === "deny" && decision.detail !== undefined ? `: ${decision.detail}` : "";
  const values: Readonly<Record<string, string>> = { rule, layer: nameOf(layer), effect, part };
  const sentence = words[reason].replace(/\{(\w+)\}/g, (_, name: string) => printable(values[name] ?? ""));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `the skill code-review`, `the organisation`. */
function nameOf(layer: string): string {
  return layer === "default" ? "the host" : `the ${layer}`;
}

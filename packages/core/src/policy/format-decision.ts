import { printable } from "../text/printable.ts";
import type { Decision, DecisionReason } from "./decision.ts";

const words: Readonly<Record<DecisionReason, string>> = {
  "denied-by-rule": "The rule {rule} of {layer} forbids it{part}.",
  "asked-by-rule": "The rule {rule} of {layer} wants a person to be asked.",
  "allowed-by-rule": "The rule {rule} of {layer} allows it.",
  "on-the-list": "On the list of {layer} is {rule}, and nothing else speaks against it.",
  "not-on-the-list": "{layer} lists what may run, and this is not on the list{part}.",
  "cannot-be-read":
    "It might fall under the rule {rule} of {layer}; what cannot be told apart counts as if it did{part}.",
  "by-default": "No rule speaks of it, so what {layer} says of all else counts: {effect}.",
  "skill-tool": "Skills can always be listed, loaded, read and left.",
  "no-rule": "No rule speaks of it and there is no default, so nothing may run.",
  "blocked-by-hook": "A hook of an active skill refused it{part}.",
  "not-approved": "No person has approved it{part}.",
  "cannot-be-recorded": "It cannot be written down{part}.",
  unsettled: "What is allowed changed again and again while it waited.",
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

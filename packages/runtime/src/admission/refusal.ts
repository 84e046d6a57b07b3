import type { AdvisedDenial } from "@skillwright/core/audit";
import { type Decision, type DecisionReason, formatDecision } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";

/** An active skill whose list refuses a call, and what to do if the task needs more. */
type BlamedSkill = {
  readonly name: string;
  readonly requestedTools?: readonly string[];
  readonly wayOut: string;
};

export type RefusedCall = {
  readonly tool: string;
  readonly decision: Decision;
  readonly blamed?: BlamedSkill | undefined;
};

/** The text of a refusal, for a model: what it was, who refuses, what may run instead, how to continue. */
export function refusalText({ tool, decision, blamed }: RefusedCall): string {
  const name = printable(tool);
  if (isOverruled(decision)) return notRunText(tool, explainRefusal(decision));
  const lines = [
    headline(name, decision, blamed),
    formatDecision(decision),
    ...(blamed === undefined ? [] : advise(blamed)),
  ];
  return lines.join("\n");
}

/** The text for a call that something other than a rule stopped. */
export function notRunText(tool: string, why: string): string {
  return `Tool '${printable(tool)}' was not run\n${why}`;
}

/** Why a call was refused, in one sentence. */
export function explainRefusal(decision: Decision): string {
  const detail = decision.effect === "deny" && isOverruled(decision) ? decision.detail : undefined;
  return detail ?? formatDecision(decision);
}

/** What an audit event says about a refusal that a list without effect would have led to. */
export function toWouldDeny(advised: Decision | undefined): { readonly wouldDeny?: AdvisedDenial } {
  if (advised === undefined) return {};
  const { effect: _, ...wouldDeny } = advised;
  return { wouldDeny };
}

/** Turns an allow or ask into a refusal for another reason. */
export function overrule(decision: Decision, reason: DecisionReason, detail: string): Decision {
  return { ...decision, effect: "deny", reason, detail };
}

const overrulings: ReadonlySet<DecisionReason> = new Set([
  "not-verified",
  "blocked-by-hook",
  "not-approved",
  "cannot-be-recorded",
  "unsettled",
  "skill-revoked",
  "skill-not-permitted",
]);

/** Whether something other than a rule refused it; a call that no rule could be applied to names none. */
function isOverruled({ reason, rule }: Decision): boolean {
  return overrulings.has(reason) || (reason === "cannot-be-read" && rule === "none");
}

/** OmniForge's wording if a skill refuses. */
function headline(tool: string, { layer }: Decision, blamed: BlamedSkill | undefined): string {
  if (blamed === undefined) return `Tool '${tool}' not allowed by the policy of the ${layer}`;
  return `Tool '${tool}' not allowed by active skill '${printable(blamed.name)}'`;
}

function advise({ requestedTools, wayOut }: BlamedSkill): readonly string[] {
  const listed = requestedTools?.map(printable).join(", ");
  const allowed =
    listed === undefined || listed === "" ? "only the skill tools" : `${listed}, and the skill tools`;
  return [
    ...(requestedTools === undefined ? [] : [`Allowed tools: ${allowed}.`]),
    `If the task cannot be done with them, ${wayOut}`,
  ];
}

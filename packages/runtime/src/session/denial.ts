import { type Decision, formatDecision } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import type { Activated } from "./active-skills.ts";
import type { Denial } from "./session.ts";

/** The refusal of a call: what it was, who refuses, what may run instead, how to go on. */
export function createDenial(tool: string, decision: Decision, active: readonly Activated[]): Denial {
  const blamed = active.find(({ layer }) => layer.name === decision.layer)?.skill;
  if (blamed === undefined) return { tool, decision, text: denialText({ tool, decision }) };
  const wayOut = `leave the skill with skills_deactivate {"name":${JSON.stringify(blamed.id)}} and tell the user why.`;
  return { tool, decision, text: denialText({ tool, decision, blamed: { ...blamed, wayOut } }) };
}

/** An active skill whose list refuses a call, and what to do if the task needs more. */
type Blamed = {
  readonly name: string;
  readonly requestedTools?: readonly string[];
  readonly wayOut: string;
};

type Refusal = { readonly tool: string; readonly decision: Decision; readonly blamed?: Blamed };

/** The text of a refusal, for a model. */
export function denialText({ tool, decision, blamed }: Refusal): string {
  const name = printable(tool);
  if (decision.effect === "deny" && isOverruled(decision))
    return `Tool '${name}' was not run\n${decision.detail ?? formatDecision(decision)}`;
  const lines = [
    headline(name, decision, blamed),
    formatDecision(decision),
    ...(blamed === undefined ? [] : advise(blamed)),
  ];
  return lines.join("\n");
}

/** Turns an allow or ask into a refusal for another reason. */
export function overrule(decision: Decision, reason: Overruling, detail: string): Decision {
  return { ...decision, effect: "deny", reason, detail };
}

const overrulings = ["blocked-by-hook", "not-approved", "cannot-be-recorded", "unsettled"] as const;
type Overruling = (typeof overrulings)[number];

function isOverruled({ reason }: Decision): boolean {
  return overrulings.some((one) => one === reason);
}

/** OmniForge's wording if a skill refuses. */
function headline(tool: string, { layer }: Decision, blamed: Blamed | undefined): string {
  if (blamed === undefined) return `Tool '${tool}' not allowed by the policy of the ${layer}`;
  return `Tool '${tool}' not allowed by active skill '${printable(blamed.name)}'`;
}

function advise({ requestedTools, wayOut }: Blamed): readonly string[] {
  const listed = requestedTools?.map(printable).join(", ");
  const allowed =
    listed === undefined || listed === "" ? "only the skill tools" : `${listed}, and the skill tools`;
  return [
    ...(requestedTools === undefined ? [] : [`Allowed tools: ${allowed}.`]),
    `If the task cannot be done with them, ${wayOut}`,
  ];
}

import { isJsonObject } from "@skillwright/core/text";
import { agentLimits } from "@skillwright/runtime/agent";
import type { Trial } from "../trials/trial.ts";

/** What a trial shows about a skill. Faults and aborted trials show nothing. */
export type TrialVerdict =
  | { readonly kind: "triggered" | "not-triggered" | "aborted" }
  | { readonly kind: "fault"; readonly message: string };

export function classifyTrial(trial: Trial, skill: string): TrialVerdict {
  if (trial.activated.includes(skill)) return { kind: "triggered" };
  if (trial.status === "aborted") return { kind: "aborted" };
  if (trial.status === "failed") return { kind: "fault", message: trial.fault ?? "The model failed." };
  if (trial.status === "timed-out")
    return { kind: "fault", message: "The agent timed out before it finished its steps." };
  const refusal = findRefusal(trial, skill);
  if (refusal === undefined) return { kind: "not-triggered" };
  const message = `The agent tried to activate the skill and was refused: ${refusal.slice(0, agentLimits.faultCharacters)}`;
  return { kind: "fault", message };
}

/**
 * The refusal the agent got when activating the skill: a policy or a hook may deny it, whatever its description says.
 */
function findRefusal({ events }: Trial, skill: string): string | undefined {
  const asked = events.filter((event) => event.type === "called" && isAskedFor(event.input, skill));
  const calls = new Set(asked.map((event) => (event.type === "called" ? event.call : "")));
  for (const event of events)
    if (event.type === "answered" && !event.ok && calls.has(event.call) && opensSkills(event.tool))
      return event.output;
  return undefined;
}

function opensSkills(tool: string): boolean {
  return tool === "Skill" || tool === "skills_load";
}

function isAskedFor(input: unknown, skill: string): boolean {
  return isJsonObject(input) && [input.skill, input.name, input.skill_name, input.command].includes(skill);
}

import { formatError, SkillError } from "@skillwright/core";
import { addTold } from "./add-told.ts";
import type { HookAnswer, HookEvent, ToldSkill } from "./agent-dialect.ts";
import { endActive, endTurn } from "./change-active.ts";
import { judgeCall } from "./judge-call.ts";
import type { JudgeParts } from "./judge-parts.ts";
import { startSkill } from "./start-skill.ts";

/**
 * Answers an agent's hook. It only narrows: calls are refused or asked about, and allowed only by a policy rule; on
 * everything else it has no opinion. What cannot be read or recorded is refused.
 */
export async function judgeEvent(event: HookEvent, parts: JudgeParts): Promise<HookAnswer> {
  switch (event.kind) {
    case "call":
      return judgeCall(event, parts);
    case "prompt":
    case "load":
      return orRefuse(() => judgePrompt(event, parts));
    case "loaded":
      return orRefuse(() => judgeLoaded(event, parts));
    case "session-end":
      return orRefuse(() => endSession(parts));
    case "other":
      return none;
  }
}

const none: HookAnswer = { effect: "none" };

async function orRefuse(judge: () => Promise<HookAnswer>): Promise<HookAnswer> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { effect: "deny", reason: formatError(error) };
  }
}

/** A prompt ends a turn and starts one under the skills it names. */
async function judgePrompt(
  event: Extract<HookEvent, { kind: "prompt" | "load" }>,
  parts: JudgeParts,
): Promise<HookAnswer> {
  const { kind, skills, cwd } = event;
  const left = kind === "prompt" ? await endTurn(parts) : [];
  await Promise.all(left.map((fact) => parts.recorder.recordAfter(fact)));
  // In a prompt any word may look like a name; in a load event the agent names the skill.
  const isSure = kind === "load";
  for (const name of skills) {
    const refusal = await startSkill({ name, cwd, isSure }, parts);
    if (refusal !== undefined) return { effect: "deny", reason: refusal };
  }
  return none;
}

async function judgeLoaded(told: ToldSkill, parts: JudgeParts): Promise<HookAnswer> {
  const facts = await addTold(told, parts);
  await Promise.all(facts.map((fact) => parts.recorder.recordAfter(fact)));
  return none;
}

async function endSession(parts: JudgeParts): Promise<HookAnswer> {
  const left = await endActive(parts);
  await Promise.all(left.map((fact) => parts.recorder.recordAfter(fact)));
  return none;
}

import { formatError, SkillError } from "@skillwright/core";
import { formatDecision } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { layerActive } from "./active-layers.ts";
import { addActive, shutTurn, toActivating } from "./change-active.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";
import { findStrict, toLoadingUses, weighUses } from "./weigh-uses.ts";

/** A skill the user names. */
type Called = {
  readonly name: string;
  readonly cwd: string;
  /** Whether it certainly is one, or a word that may be. */
  readonly isSure: boolean;
};

/**
 * Activates a skill the user names, or returns why not and blocks the turn, since most agents cannot be stopped at that
 * point.
 */
export async function startSkill(called: Called, parts: JudgeParts): Promise<string | undefined> {
  const { recorder } = parts;
  const judged = judge(called, parts);
  if ("found" in judged) {
    const facts = await addActive({ found: judged.found, trigger: "user" }, parts);
    const isUnknown = called.isSure && judged.found.length === 0;
    const activating = isUnknown ? [toActivating(called.name, "user")] : [];
    await Promise.all([...activating, ...facts].map((fact) => recorder.record(fact)));
    return undefined;
  }
  const { name } = called;
  const refusal = `The skill ${printable(name)} is not allowed here. ${judged.why}`;
  await shutTurn(name, refusal, parts);
  await recorder.recordAfter({ event: "skill-refused", skill: name, trigger: "user", reason: judged.reason });
  return refusal;
}

type Judged = { readonly found: readonly FoundSkill[] } | { readonly reason: string; readonly why: string };

function judge({ name, cwd, isSure }: Called, parts: JudgeParts): Judged {
  try {
    const found = parts.findSkills({ name, cwd, reach: "agent" });
    // A lookup cut short by the deadline must not pass as "not found".
    parts.deadline.check();
    if (found.length === 0 && !isSure) return { found };
    const { layers } = layerActive(parts.state.read(), parts.policy, cwd);
    const strict = findStrict(weighUses(toLoadingUses({ name, found }), { layers, cwd }, parts));
    // No need to ask about it: a person typed its name.
    if (strict?.decision.effect !== "deny") return { found };
    return { reason: strict.decision.reason, why: formatDecision(strict.decision) };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { reason: error.code, why: formatError(error) };
  }
}

import type { LoadedEntry } from "@skillwright/core/catalog";
import { strictest } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { admit, type CallRequest } from "../admission/admit.ts";
import { explainRefusal } from "../admission/refusal.ts";
import { type Activated, createDenial } from "./active-skills.ts";
import { type Refused, refused } from "./check-activation.ts";
import { ruleOn } from "./guard.ts";
import type { SessionParts } from "./session-parts.ts";

/**
 * Why a skill may not be activated; undefined if it may. Rules may name the skill, `Skill(deploy-*)`, and the tool that requests it;
 * hooks of active skills see the call. Runs in the session's order.
 */
export async function admitActivation(
  { skill }: LoadedEntry,
  requested: CallRequest | undefined,
  parts: SessionParts,
): Promise<Refused | undefined> {
  const own = { id: parts.clock.createId(), tool: "Skill", input: { skill: skill.id } };
  const verdict = await admit(requested ?? own, {
    decide: (call) => strictest([ruleOn(own, parts), ruleOn(call, parts)]),
    hooks: {
      before: parts.hooks.before,
      // The skill is already loaded, so a hook cannot turn the request into another one.
      run: async (call, hooks) => ({ ...(await parts.hooks.run(call, hooks)), input: call.input }),
    },
    approver: parts.approvals,
  });
  if (verdict.ok) return undefined;
  const { refusal } = verdict;
  if (refusal.decision.reason === "blocked-by-hook")
    return refused("hook-blocked", explainRefusal(refusal.decision));
  return refused("denied", createDenial(refusal, parts.active.list()).text);
}

/**
 * Why a skill is not what was installed; undefined if it is, or if no policy demands it. What is checked is the digest of the loaded
 * content, so that nothing can change between the check and the use.
 */
export async function refuseUnverified(
  { skill, digest }: LoadedEntry,
  { checkInstalled }: SessionParts,
): Promise<Refused | undefined> {
  const decision = await checkInstalled?.({ ...skill, digest });
  return decision && refused("not-verified", explainRefusal(decision));
}

/** Why a skill's hooks may not run; undefined if they may. A hook is a program, so the rules on programs apply to it. */
export async function admitHooks({ hooks }: Activated, parts: SessionParts): Promise<string | undefined> {
  for (const { form, command, source } of hooks) {
    const call =
      form === "shell"
        ? { tool: "Bash", input: { command } }
        : { tool: "skills_run_script", input: { name: source.name, script: command } };
    const verdict = await admit(
      { id: parts.clock.createId(), ...call },
      { decide: (one) => ruleOn(one, parts), approver: parts.approvals },
    );
    if (!verdict.ok)
      return `Its hook ${printable(command)} must not run. ${explainRefusal(verdict.refusal.decision)}`;
  }
  return undefined;
}

import { formatError, SkillError } from "@skillwright/core";
import type { AuditSkill } from "@skillwright/core/audit";
import { type Decision, decide, type PolicyLayer, type ToolRequest } from "@skillwright/core/policy";
import type { Clock } from "../clock.ts";
import type { Hook } from "../hooks/read-hooks.ts";
import type { ActiveSkills } from "./active-skills.ts";
import type { Approval, AskPerson } from "./ask-person.ts";
import type { CallHooks } from "./call-hooks.ts";
import { createDenial, overrule } from "./denial.ts";
import { labelsOf } from "./guard.ts";
import { sessionLimits } from "./limits.ts";
import type { Queue } from "./queue.ts";
import type { Recorder } from "./recorder.ts";
import type { Guarded, MadeCall } from "./session.ts";

export type AdmissionParts = {
  readonly queue: Queue;
  readonly active: ActiveSkills;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly hooks: CallHooks;
  readonly askPerson: AskPerson;
  readonly toRequest: (tool: string, input: unknown) => ToolRequest;
};

/** A call that may run: as decided, under the skills active at that time. */
export type AdmittedCall = {
  readonly call: MadeCall;
  readonly request: ToolRequest;
  readonly layers: readonly PolicyLayer[];
  readonly skills: readonly AuditSkill[];
};

/**
 * Decides on a call in the session's queue and records the intent there. Hooks and people answer outside the queue;
 * meanwhile things may change, so the call is decided again after each of them.
 */
export async function admitCall(first: MadeCall, parts: AdmissionParts): Promise<Guarded<AdmittedCall>> {
  let attempt: Attempt = { call: first, ranHooks: new Set(), asksPerson: false };
  for (let round = 0; round < sessionLimits.admissionRounds; round++) {
    const step = await parts.queue(() => tryAdmit(attempt, parts));
    if (step.next === "run") return { ok: true, value: step.admitted };
    if (step.next === "refuse") return refuse(attempt.call, step.decision, parts);
    const answer =
      step.next === "ask" ? await ask(attempt, step, parts) : await consult(attempt, step, parts);
    if ("effect" in answer) return refuse(attempt.call, answer, parts);
    attempt = answer;
  }
  const decision = decide(parts.toRequest(first.tool, first.input), parts.active.layers());
  const why = "The active skills kept changing while it waited.";
  return refuse(first, overrule(decision, "unsettled", why), parts);
}

/** The state of a call in admission. */
type Attempt = {
  readonly call: MadeCall;
  readonly ranHooks: ReadonlySet<Hook>;
  /** A hook wants a person to approve, whatever the policy says. */
  readonly asksPerson: boolean;
  readonly approval?: Approval;
};

type Step =
  | { readonly next: "run"; readonly admitted: AdmittedCall }
  | { readonly next: "refuse"; readonly decision: Decision }
  | HooksStep
  | AskStep;
type HooksStep = { readonly next: "hooks"; readonly decision: Decision; readonly hooks: readonly Hook[] };
type AskStep = { readonly next: "ask"; readonly decision: Decision };

async function tryAdmit(attempt: Attempt, parts: AdmissionParts): Promise<Step> {
  const { call, approval, ranHooks, asksPerson } = attempt;
  const request = parts.toRequest(call.tool, call.input);
  const layers = parts.active.layers();
  const decision = decide(request, layers);
  if (decision.effect === "deny") return { next: "refuse", decision };
  const hooks = parts.hooks.before(call).filter((hook) => !ranHooks.has(hook));
  if (hooks.length > 0) return { next: "hooks", decision, hooks };
  const isApproved = approval !== undefined && approval.digest === parts.askPerson.digest(call);
  if ((asksPerson || decision.effect === "ask") && !isApproved) return { next: "ask", decision };
  const admitted = { call, request, layers, skills: parts.active.labels() };
  const trouble = await writeIntent(
    admitted,
    { decision, ...(isApproved ? { approver: approval.by } : {}) },
    parts,
  );
  if (trouble === undefined) return { next: "run", admitted };
  return { next: "refuse", decision: overrule(decision, "cannot-be-recorded", trouble) };
}

type Ground = { readonly decision: Decision; readonly approver?: string };

/** The intent is logged before the call has any effect; if the log fails, the call does not run. */
async function writeIntent(
  { call, skills }: AdmittedCall,
  { decision: { effect: _, ...rule }, ...by }: Ground,
  { recorder }: AdmissionParts,
): Promise<string | undefined> {
  try {
    await recorder.record({
      event: "tool-call-allowed",
      ...labelsOf(call, skills),
      input: call.input,
      ...rule,
      ...by,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return `${formatError(error)} Without it nothing may run.`;
  }
}

/** How to continue, or the decision not to. */
type Answer = Attempt | Decision;

async function ask(attempt: Attempt, { decision }: AskStep, { askPerson }: AdmissionParts): Promise<Answer> {
  const answer = await askPerson.ask(attempt.call);
  if ("because" in answer) return overrule(decision, "not-approved", answer.because);
  return { ...attempt, approval: answer };
}

async function consult(
  attempt: Attempt,
  { decision, hooks }: HooksStep,
  parts: AdmissionParts,
): Promise<Answer> {
  const advice = await parts.hooks.run(attempt.call, hooks);
  if (advice.blocked !== undefined) return overrule(decision, "blocked-by-hook", advice.blocked);
  // The other hooks have not seen the changed input: all of them run until none changes it.
  const isSame = JSON.stringify(advice.input) === JSON.stringify(attempt.call.input);
  return {
    ...attempt,
    call: { ...attempt.call, input: advice.input },
    ranHooks: new Set(isSame ? [...attempt.ranHooks, ...hooks] : []),
    asksPerson: attempt.asksPerson || advice.asks,
  };
}

async function refuse(
  call: MadeCall,
  decision: Decision,
  { active, recorder }: AdmissionParts,
): Promise<Guarded<never>> {
  const { effect: _, ...rule } = decision;
  const denial = createDenial(call.tool, decision, active.list());
  const labels = labelsOf(call, active.labels());
  // A refusal stands even if it cannot be recorded.
  await recorder.recordAfter({ event: "tool-call-denied", ...labels, input: call.input, ...rule });
  return { ok: false, denial };
}

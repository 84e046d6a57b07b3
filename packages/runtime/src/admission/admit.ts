import { formatError, SkillError } from "@skillwright/core";
import type { Decision } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { Hook } from "../hooks/read-hooks.ts";
import { sessionLimits } from "../session/limits.ts";
import { overrule } from "./refusal.ts";

/** A tool call that asks to be admitted. */
export type CallRequest = { readonly id: string; readonly tool: string; readonly input: unknown };

/** Not exported, so that only this module can make an admission. */
const brand: unique symbol = Symbol("admission");

/** Proof that a call passed every check, with the ruling that let it pass. */
export type Admission<Ruled extends Ruling = Ruling> = {
  readonly [brand]: true;
  readonly call: CallRequest;
  readonly ruling: Ruled;
};

/** What the rules say about a call, with whatever the caller wants to remember of that moment. */
export type Ruling = { readonly decision: Decision };

export type Verdict<Ruled extends Ruling> =
  | { readonly ok: true; readonly admission: Admission<Ruled> }
  | { readonly ok: false; readonly refusal: Refusal<Ruled> };

export type Refusal<Ruled extends Ruling> = {
  readonly call: CallRequest;
  readonly decision: Decision;
  /** Absent if the rules could not be applied at all. */
  readonly ruling?: Ruled;
  /** What kept the rules from being applied, or the call from being recorded. */
  readonly error?: SkillError;
};

/** What counts as the rules, the hooks, the person and the log for one kind of call. */
export type Checkpoint<Ruled extends Ruling> = {
  /** Applies the rules in force now. A `SkillError` counts against the call. */
  readonly decide: (call: CallRequest) => Ruled;
  readonly hooks?: {
    /** Hooks that must pass before a call runs. */
    before(call: CallRequest): readonly Hook[];
    run(call: CallRequest, hooks: readonly Hook[]): Promise<HookAdvice>;
  };
  readonly approver: {
    /** What an approval of this call is bound to now. */
    digest(call: CallRequest): string;
    ask(call: CallRequest, ruling: Ruled): Promise<Approval | { readonly because: string }>;
  };
  readonly log?: {
    /** Records the intent; the call does not run if this rejects with a `SkillError`. */
    admitted(admission: Admission<Ruled>, approver: string | undefined): Promise<void>;
    /** Records a refusal, which stands even if it cannot be recorded. */
    refused(refusal: Refusal<Ruled>): Promise<void>;
  };
};

/** What hooks make of a call: the input to continue with, whether a person must approve, or why it is blocked. */
export type HookAdvice = { readonly input: unknown; readonly asks: boolean; readonly blocked?: string };

/** A person's approval of one request. */
export type Approval = { readonly digest: string; readonly by: string };

/**
 * The only way to permission: decide → hooks → ask → record. Hooks and people may take their time, and what is allowed may change
 * meanwhile, so the call is decided again after each of them.
 */
export async function admit<Ruled extends Ruling>(
  first: CallRequest,
  checkpoint: Checkpoint<Ruled>,
): Promise<Verdict<Ruled>> {
  let attempt: Attempt = { call: first, passed: new Set(), mustAsk: false };
  for (let round = 0; round < sessionLimits.admissionRounds; round++) {
    const step = await consider(attempt, checkpoint);
    if (step.next === "admit") return { ok: true, admission: step.admission };
    if (step.next === "refuse") return refuse(step.refusal, checkpoint);
    const answer =
      step.next === "hooks" ? await consult(attempt, step, checkpoint) : await ask(attempt, step, checkpoint);
    if ("decision" in answer) return refuse(answer, checkpoint);
    attempt = answer;
  }
  const answer = tryDecide(first, checkpoint);
  if ("refusal" in answer) return refuse(answer.refusal, checkpoint);
  const { ruling } = answer;
  const decision = overrule(ruling.decision, "unsettled", "The active skills kept changing while it waited.");
  return refuse({ call: first, decision, ruling }, checkpoint);
}

/** The state of a call in admission. */
type Attempt = {
  readonly call: CallRequest;
  /** Hooks that passed with the current input. */
  readonly passed: ReadonlySet<Hook>;
  /** A hook wants a person to approve, whatever the rules say. */
  readonly mustAsk: boolean;
  readonly approval?: Approval;
};

type Step<Ruled extends Ruling> =
  | { readonly next: "admit"; readonly admission: Admission<Ruled> }
  | { readonly next: "refuse"; readonly refusal: Refusal<Ruled> }
  | { readonly next: "hooks"; readonly ruling: Ruled; readonly hooks: readonly Hook[] }
  | { readonly next: "ask"; readonly ruling: Ruled };

async function consider<Ruled extends Ruling>(
  { call, approval, passed, mustAsk }: Attempt,
  checkpoint: Checkpoint<Ruled>,
): Promise<Step<Ruled>> {
  const { hooks, approver, log } = checkpoint;
  const answer = tryDecide(call, checkpoint);
  if ("refusal" in answer) return { next: "refuse", refusal: answer.refusal };
  const { ruling } = answer;
  const { decision } = ruling;
  if (decision.effect === "deny") return { next: "refuse", refusal: { call, decision, ruling } };
  const pending = hooks?.before(call).filter((hook) => !passed.has(hook)) ?? [];
  if (pending.length > 0) return { next: "hooks", ruling, hooks: pending };
  const isApproved = approval !== undefined && approval.digest === approver.digest(call);
  if ((mustAsk || decision.effect === "ask") && !isApproved) return { next: "ask", ruling };
  const admission: Admission<Ruled> = { [brand]: true, call, ruling };
  try {
    await log?.admitted(admission, isApproved ? approval.by : undefined);
    return { next: "admit", admission };
  } catch (error) {
    return { next: "refuse", refusal: { call, ruling, ...toRefusal(error, decision) } };
  }
}

/** The ruling, or a refusal if the rules cannot be applied: what cannot be known counts against the call. */
function tryDecide<Ruled extends Ruling>(
  call: CallRequest,
  { decide }: Checkpoint<Ruled>,
): { readonly ruling: Ruled } | { readonly refusal: Refusal<Ruled> } {
  try {
    return { ruling: decide(call) };
  } catch (error) {
    return { refusal: { call, ...toRefusal(error, unknownRule) } };
  }
}

const unknownRule: Decision = { effect: "deny", layer: "default", rule: "none", reason: "no-rule" };

function toRefusal(
  error: unknown,
  decision: Decision,
): { readonly decision: Decision; readonly error: SkillError } {
  if (!(error instanceof SkillError)) throw error;
  const why = formatError(error);
  return error.code === "audit-unavailable"
    ? { error, decision: overrule(decision, "cannot-be-recorded", why) }
    : { error, decision: overrule(unknownRule, "cannot-be-read", why) };
}

async function consult<Ruled extends Ruling>(
  attempt: Attempt,
  { ruling, hooks }: { readonly ruling: Ruled; readonly hooks: readonly Hook[] },
  checkpoint: Checkpoint<Ruled>,
): Promise<Attempt | Refusal<Ruled>> {
  const { call } = attempt;
  const advice = (await checkpoint.hooks?.run(call, hooks)) ?? { input: call.input, asks: false };
  if (advice.blocked !== undefined)
    return { call, decision: overrule(ruling.decision, "blocked-by-hook", advice.blocked), ruling };
  // The other hooks have not seen the changed input: all of them run until none changes it.
  const isSame = JSON.stringify(advice.input) === JSON.stringify(call.input);
  return {
    call: { ...call, input: advice.input },
    passed: new Set(isSame ? [...attempt.passed, ...hooks] : []),
    mustAsk: attempt.mustAsk || advice.asks,
    ...compact({ approval: attempt.approval }),
  };
}

async function ask<Ruled extends Ruling>(
  attempt: Attempt,
  { ruling }: { readonly ruling: Ruled },
  { approver }: Checkpoint<Ruled>,
): Promise<Attempt | Refusal<Ruled>> {
  const { call } = attempt;
  const answer = await approver.ask(call, ruling);
  if (!("because" in answer)) return { ...attempt, approval: answer };
  return { call, decision: overrule(ruling.decision, "not-approved", answer.because), ruling };
}

async function refuse<Ruled extends Ruling>(
  refusal: Refusal<Ruled>,
  { log }: Checkpoint<Ruled>,
): Promise<Verdict<Ruled>> {
  await log?.refused(refusal);
  return { ok: false, refusal };
}

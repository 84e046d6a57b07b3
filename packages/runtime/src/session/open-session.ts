import { SkillError } from "@skillwright/core";
import type { AuditEvent } from "@skillwright/core/audit";
import type { Catalog } from "@skillwright/core/catalog";
import { mayRun } from "@skillwright/core/policy";
import { activateSkill, type Settlement } from "./activate-skill.ts";
import { toActiveSkill } from "./active-skills.ts";
import { createParts } from "./create-parts.ts";
import { forkSkill } from "./fork-skill.ts";
import { createGuard, createOrderedGuard, ruleOn } from "./guard.ts";
import { deactivateSkill, endSession, endTurn, retractSkill } from "./leave-skills.ts";
import { protectedContent } from "./render-skill.ts";
import { listUsable, watchLease } from "./revoke-skills.ts";
import { createRunningCalls } from "./running-calls.ts";
import type { ActivateRequest, ActivationResult, Session } from "./session.ts";
import { createEventStream } from "./session-events.ts";
import type { SessionOptions } from "./session-options.ts";
import type { Inherited, SessionParts, Subagents } from "./session-parts.ts";
import { createSessionTools, guardTools } from "./session-tools.ts";

/** A session with its shared parts, for starting sub-agents. */
export type OpenedSession = { readonly session: Session; readonly parts: SessionParts };

const nothingInherited: Inherited = { layers: [], hooks: [], chain: [], used: [], depth: 0 };

/** Opens a session, a sub-agent's if it inherits something. */
export function openSession(
  options: SessionOptions,
  inherited: Inherited = nothingInherited,
  tellParent: (event: AuditEvent) => void = () => {},
): OpenedSession {
  const events = createEventStream();
  const emit = (event: AuditEvent): void => {
    events.emit(event);
    tellParent(event);
  };
  const closing = new AbortController();
  const subagents = createSubagents(options, emit, closing.signal);
  const parts = createParts({ options, inherited, subagents, emit });
  const { id, order, active, approvals } = parts;
  const running = createRunningCalls(closing.signal);
  const guard = createGuard(parts, running);
  const guards = { guard, orderedGuard: createOrderedGuard(parts, running) };
  const forks = new Set<Promise<unknown>>();
  const unwatch = watchLease(parts, running);
  let closed: Promise<void> | undefined;
  const session: Session = {
    id,
    events,
    activate: (request) => activate(request, parts, forks),
    deactivate: (reference, { by = "user" } = {}) =>
      order.change(() => deactivateSkill({ reference, by }, parts)),
    retract: (activation) => order.change(() => retractSkill(activation, parts)),
    guard,
    review: (tool, input) => ruleOn({ tool, input }, parts).decision,
    mayOffer: (tool) => mayRun(tool, active.layers()),
    expectApproval: approvals.expect,
    tools: async () => guardTools(await createSessionTools(options, session, parts), guards, parts),
    active: () => listUsable(parts).map(toActiveSkill),
    findSkill: (reference) => offeredSkill(options.catalog, reference),
    model: () => listUsable(parts).findLast(({ skill }) => skill.model !== undefined)?.skill.model,
    endTurn: () => order.change(() => endTurn(parts)),
    protectedContent: () => protectedContent(listUsable(parts)),
    close: () => {
      unwatch();
      closing.abort();
      closed ??= endSession(parts, { forks, running }).finally(events.end);
      return closed;
    },
  };
  void order.change(() => recordStart(options, parts));
  return { session, parts };
}

/** Takes its place in the order at once; a sub-agent then works outside it, and ends before the session does. */
async function activate(
  request: ActivateRequest,
  parts: SessionParts,
  forks: Set<Promise<unknown>>,
): Promise<ActivationResult> {
  const { order } = parts;
  const step = (): Promise<Settlement> => activateSkill(request, parts);
  const settled = await (request.call === undefined
    ? order.change(step)
    : order.changeByCall(step, request.signal));
  if (settled.status !== "forks") return settled;
  const fork = forkSkill(settled.beginning, parts);
  forks.add(fork);
  return fork.finally(() => forks.delete(fork));
}

/** A sub-agent's session has its own conversation; everything else is the parent's. */
function createSubagents(
  options: SessionOptions,
  emit: (event: AuditEvent) => void,
  closing: AbortSignal,
): Subagents {
  return {
    run: options.runSubagent,
    kinds: options.agents ?? {},
    open: (inherited) => openSession(options, inherited, emit),
    closing,
  };
}

async function recordStart({ sandbox }: SessionOptions, parts: SessionParts): Promise<void> {
  const { recorder, settings, inherited } = parts;
  const { parent } = inherited;
  const origin = parent === undefined ? {} : { parent };
  await recorder.recordAfter({ event: "session-started", workspace: settings.workspace, ...origin });
  if (sandbox === undefined || parent !== undefined) return;
  const { name, confines, proof = { held: [], failed: [] } } = sandbox;
  await recorder.recordAfter({ event: "sandbox-opened", sandbox: name, confines, ...proof });
}

/** Id of the skill a reference names, if it is unambiguous and a model may choose it. */
function offeredSkill(catalog: Catalog, reference: string): string | undefined {
  try {
    const skill = catalog.find(reference);
    return catalog.mayModelChoose(skill) ? skill.id : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

import type { LoadedEntry } from "@skillwright/core/catalog";
import { type Decision, isScriptTool, isSkillTool } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { overrule } from "../admission/refusal.ts";
import { toLeaseReason } from "../lease/lease-decision.ts";
import type { LeaseDenial, UsedSkill } from "../lease/open-lease.ts";
import { usedEntry } from "../lease/used-skill.ts";
import type { Activated } from "./active-skills.ts";
import { type Refused, refused } from "./check-activation.ts";
import { sessionLimits } from "./limits.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { SessionParts } from "./session-parts.ts";

/** Why a hub does not let a skill be activated; undefined if it does. Forgets that it was revoked before. */
export function checkEntry(entry: LoadedEntry, parts: SessionParts): Refused | undefined {
  const { skill } = entry;
  const denial = parts.lease?.check(usedEntry(entry));
  if (denial !== undefined) return refused(denial.code, denial.text);
  const active = parts.active.list();
  const rest = active.filter((one) => one.revoked === undefined || one.family !== skill.id);
  if (rest.length < active.length) parts.active.set(rest);
  return undefined;
}

export function toUsed({ skill: { name, digest, directory }, version }: Activated): UsedSkill {
  return { name, digest, directory, ...compact({ version }) };
}

/** The active skills without those that were revoked. */
export function listUsable({ active }: SessionParts): readonly Activated[] {
  return active.list().filter(({ revoked }) => revoked === undefined);
}

/** The refusal of a call while a revoked skill is active, here or around this sub-agent. Skills can still be listed and left. */
export function findRevoked(tool: string, parts: SessionParts): Decision | undefined {
  if (parts.lease === undefined || (isSkillTool(tool) && !isScriptTool(tool))) return undefined;
  for (const activated of parts.active.list()) {
    const denial = denialOf(activated, parts);
    if (denial !== undefined) return toDecision(denial, activated.layer.name);
  }
  for (const used of parts.inherited.used) {
    const denial = parts.lease.checkActive(used);
    if (denial !== undefined) return toDecision(denial, used.name);
  }
  return undefined;
}

function denialOf(activated: Activated, { lease }: SessionParts): LeaseDenial | undefined {
  if (activated.revoked !== undefined) return { code: "revoked", text: activated.revoked };
  return lease?.checkActive(toUsed(activated));
}

function toDecision({ code, text }: LeaseDenial, layer: string): Decision {
  return overrule({ effect: "deny", layer, rule: "none", reason: "no-rule" }, toLeaseReason(code), text);
}

/** Ends activations of skills soon after a hub revokes them, even if no call is made. Returns a function that stops it. */
export function watchLease(parts: SessionParts, running: RunningCalls): () => void {
  if (parts.lease === undefined) return () => {};
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || findEnded(parts).length === 0) return;
    isBusy = true;
    const done = (): void => {
      isBusy = false;
    };
    // Outside the order: a call that holds it may be what has to stop.
    running.stop();
    parts.order.change(() => endRevoked(parts, running)).then(done, done);
  }, sessionLimits.leaseWatchMs);
  timer.unref();
  return () => clearInterval(timer);
}

function findEnded(parts: SessionParts): readonly Activated[] {
  return listUsable(parts).filter((one) => denialOf(one, parts)?.code === "revoked");
}

/** Its end hooks do not run: they are programs of the skill. Runs in the session's order. */
async function endRevoked(parts: SessionParts, running: RunningCalls): Promise<void> {
  const ended = findEnded(parts);
  const texts = new Map(ended.map((one) => [one, denialOf(one, parts)?.text ?? ""]));
  parts.active.set(
    parts.active.list().map((one) => {
      const revoked = texts.get(one);
      return revoked === undefined ? one : { ...one, hooks: [], revoked };
    }),
  );
  // Those that were admitted meanwhile.
  running.stop();
  for (const { skill, activation } of ended.toReversed()) {
    const { name, digest } = skill;
    await parts.recorder.recordAfter({
      event: "skill-deactivated",
      skill: { name, digest },
      activation,
      reason: "revoked",
    });
  }
}

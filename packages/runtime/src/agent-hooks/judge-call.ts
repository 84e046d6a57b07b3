import { SkillError } from "@skillwright/core";
import type { AuditFact } from "@skillwright/core/audit";
import {
  canonicalTool,
  type Decision,
  formatDecision,
  type PolicyLayer,
  strictest,
} from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { type Admission, admit, type Checkpoint, type Refusal, type Ruling } from "../admission/admit.ts";
import { notRunText, refusalText, toWouldDeny } from "../admission/refusal.ts";
import { runtimeLimits } from "../limits.ts";
import {
  type ActiveLayers,
  addActive,
  joinActive,
  layerActive,
  leaveActive,
  toActivating,
} from "./active-skills.ts";
import type { HookAnswer, HookEvent, ReportedCall, ToolUse } from "./agent-dialect.ts";
import { type DecidedUse, decideUses, type Loading, toLoadingUses, unsettled } from "./decide-uses.ts";
import { denyActive, denyLoading } from "./deny-revoked.ts";
import type { FoundSkill, GuardLifetime, JudgeParts } from "./judge-parts.ts";
import { agentHooksLimits } from "./limits.ts";
import type { ActiveRecord } from "./session-file.ts";

type CallEvent = Extract<HookEvent, { kind: "call" }>;

/** Decides whether a call may proceed to the agent's own permissions; activates and deactivates the skills it names. */
export async function judgeCall(event: CallEvent, parts: JudgeParts): Promise<HookAnswer> {
  const { tool, input } = event.uses[0];
  const call = { id: event.call ?? parts.clock.createId(), tool, input };
  const verdict = await admit(call, createCheckpoint(event, parts));
  if (!verdict.ok) return { effect: "deny", reason: describeRefusal(verdict.refusal, parts.lifetime) };
  const { ruling } = verdict.admission;
  if (ruling.decision.effect === "ask") return { effect: "ask", reason: formatDecision(ruling.decision) };
  return toAnswer(ruling);
}

/** The ruling on a reported call: that of its strictest use. */
type UsesRuling = Ruling & {
  /** The use the decision is about. */
  readonly use: ToolUse;
  readonly active: ActiveLayers;
  /** Each use of the call, decided. */
  readonly uses: readonly [DecidedUse, ...(readonly DecidedUse[])];
  /** The skills it would load, by name. */
  readonly named: readonly Loading[];
};

/** The agent runs its own hooks and asks its own user, so a call that needs approval is recorded and left to the agent. */
function createCheckpoint(event: CallEvent, parts: JudgeParts): Checkpoint<UsesRuling> {
  return {
    decide: () => ruleOnUses(event, parts),
    approver: { digest: () => "", ask: async () => ({ digest: "", by: "agent" }) },
    log: {
      admitted: (admission) => recordAdmitted(event, admission, parts),
      refused: async ({ call, decision: { effect: _, ...rule }, ruling }) => {
        const { tool, input } = ruling?.use ?? call;
        const skills = ruling?.active.labels ?? [];
        const fact = { call: call.id, tool, skills, input, ...rule };
        await parts.recorder.recordAfter({ event: "tool-call-denied", ...fact });
      },
    },
  };
}

function ruleOnUses(event: CallEvent, parts: JudgeParts): UsesRuling {
  const { earlier = [], cwd } = event;
  const records = earlier.reduce(
    (known, call) => afterCall({ ...call, cwd }, known, parts),
    parts.state.read(),
  );
  return ruleUnder(event, records, parts);
}

/** The active skills after a call that comes before, decided as its own hook does. */
function afterCall(
  call: DecidedCall,
  records: readonly ActiveRecord[],
  parts: JudgeParts,
): readonly ActiveRecord[] {
  const { decision, named } = ruleUnder(call, records, parts);
  return decision.effect === "deny" ? records : joinActive(records, foundBy(call, named), parts);
}

type DecidedCall = ReportedCall & Pick<CallEvent, "cwd">;

function ruleUnder(
  { uses, loads = [], loader, cwd }: DecidedCall,
  records: readonly ActiveRecord[],
  parts: JudgeParts,
): UsesRuling {
  const active = layerActive(records, parts.policy, cwd);
  if (loads.length > agentHooksLimits.loadedSkills)
    throw new SkillError("tool-input-invalid", {
      reason: `It reads the files of more than ${agentHooksLimits.loadedSkills} skills at once`,
    });
  // A server has the skills of every agent; an agent loads from its own folders.
  const reach = loader === undefined ? "agent" : "everywhere";
  const named = loads.map((name) => ({ name, found: parts.findSkills({ name, cwd, reach }) }));
  const place = { layers: active.layers, cwd };
  const [first, ...others] = decideUses(uses, place, parts);
  const loading = [
    ...decideUses(named.flatMap(toLoadingUses), place, parts),
    ...named.flatMap((one) => {
      const decision = parts.verify(one, canonicalTool(uses[0].tool) === "Skill");
      return decision === undefined ? [] : [{ use: uses[0], decision }];
    }),
    ...(loader === "own-server" && isEnforced(parts)
      ? named.flatMap((one) => refuseUnknown(one, uses[0]))
      : []),
  ];
  // A lookup cut short by the deadline must not pass as "not found".
  parts.deadline.check();
  const decided = first ?? { use: uses[0], decision: unsettled("It does nothing that can be decided on.") };
  const [revoked] = [...denyActive(uses[0], records, parts), ...denyLoading(uses[0], named, parts)];
  return {
    ...(revoked ?? strictest([decided, ...others, ...loading])),
    active,
    uses: [decided, ...others],
    named,
  };
}

function isEnforced({ policy: { mode } }: JudgeParts): boolean {
  return mode === "restrict" || mode === "both";
}

/** Our own server has it from a folder we do not know, so the agent's other tools would not be restricted by its list. */
function refuseUnknown({ name, found }: Loading, use: ToolUse): readonly DecidedUse[] {
  if (found.length > 0) return [];
  const decision = unsettled(
    `The guard cannot find the skill ${printable(name)}, so it could not enforce its tool list. Load a skill that skills_list names; if it does name this one, tell the user to move it to a folder where agents keep skills, or to run \`skillwright guard install\` with the server's --root.`,
  );
  return [{ use, decision }];
}

/** Activates the skills a call loads, records the call, and leaves the skill it leaves. */
async function recordAdmitted(
  event: CallEvent,
  { call, ruling: { active, uses, named, decision } }: Admission<UsesRuling>,
  parts: JudgeParts,
): Promise<void> {
  const trigger = active.records.length > 0 ? "nested" : "model";
  // Restrict before recording: a call made at once must not slip in between.
  const loaded = await addActive({ found: foundBy(event, named), trigger }, parts);
  const facts = uses.map((one) => toAllowed(call.id, one, active));
  const unknown = named.filter(
    (one) => one.found.length === 0 && canonicalTool(event.uses[0].tool) === "Skill",
  );
  const activating = unknown.map(({ name }) => toActivating(name, trigger));
  await Promise.all([...facts, ...activating, ...loaded].map((fact) => parts.recorder.record(fact)));
  if (decision.effect === "allow") await leave(event, parts);
}

/** The skills a call loads, with whose tool loads them as far as it matters later. */
function foundBy(call: ReportedCall, named: readonly Loading[]): readonly FoundSkill[] {
  const loader = call.loader === "own-server" ? call.loader : undefined;
  return named.flatMap((one) => one.found.map((skill) => ({ ...skill, ...compact({ loader }) })));
}

/** Leaves the skill a call leaves, only if the call is certainly made; asking for permission does not count. */
async function leave({ leaves }: CallEvent, parts: JudgeParts): Promise<void> {
  if (leaves === undefined) return;
  const left = await leaveActive(leaves, parts);
  await Promise.all(left.map((fact) => parts.recorder.recordAfter(fact)));
}

/** "Allowed" means not refused here: the agent may still ask its user or refuse by its own rules. */
function toAllowed(
  call: string,
  { use, decision, advised }: DecidedUse,
  { labels }: ActiveLayers,
): AuditFact {
  const { tool, input } = use;
  const { layer, rule, reason } = decision;
  const fact = { call, tool, skills: labels, input, layer, rule, reason };
  return { event: "tool-call-allowed", ...fact, ...toWouldDeny(advised) };
}

/** Only a policy rule lets an agent skip its own question, and only if it covers everything the call does. */
function toAnswer({ uses, active }: UsesRuling): HookAnswer {
  const [first] = uses;
  const isAllowed = uses.every(({ decision }) => isPolicyRule(decision, active.layers));
  if (!isAllowed) return { effect: "none" };
  return { effect: "allow", reason: formatDecision(first.decision) };
}

function isPolicyRule({ reason, layer }: Decision, layers: readonly PolicyLayer[]): boolean {
  const kind = layers.find(({ name }) => name === layer)?.kind;
  return reason === "allowed-by-rule" && (kind === "organisation" || kind === "project" || kind === "user");
}

/** The text for a refused call: what it was, who refuses, what may run instead, how to continue. */
function describeRefusal({ call, decision, ruling }: Refusal<UsesRuling>, lifetime: GuardLifetime): string {
  const { tool } = ruling?.use ?? call;
  const blamed = ruling?.active.find(decision.layer);
  if (blamed === undefined) return refusalText({ tool, decision });
  if (blamed.refused !== undefined)
    return notRunText(tool, `${blamed.refused} Nothing runs until the user's next message.`);
  const requestedTools = blamed.requestedTools && shorten(blamed.requestedTools.map(({ text }) => text));
  const wayOut = `do not try to work around it; tell the user what is missing. ${ends[blamed.lifetime ?? lifetime]}`;
  return refusalText({
    ...{ tool, decision },
    blamed: { name: blamed.name, wayOut, ...compact({ requestedTools }) },
  });
}

/** A list may be very long; its beginning is enough for a model. */
function shorten(texts: readonly string[]): readonly string[] {
  let room: number = runtimeLimits.hookReasonCharacters / 2;
  const kept = texts.filter(({ length }) => {
    room -= length;
    return room > 0;
  });
  return kept.length === texts.length ? texts : [...kept, `${texts.length - kept.length} more`];
}

const ends: Readonly<Record<GuardLifetime, string>> = {
  turn: "The skill's list applies until the user's next message.",
  session: "The skill's list applies until this session ends.",
};

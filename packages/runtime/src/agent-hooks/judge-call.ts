import { formatError, SkillError } from "@skillwright/core";
import type { AuditFact } from "@skillwright/core/audit";
import { canonicalTool, type Decision, formatDecision, type PolicyLayer } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { type ActiveLayers, layerActive } from "./active-layers.ts";
import type { HookAnswer, HookEvent, ToolUse } from "./agent-dialect.ts";
import { addActive, leaveActive, toActivating } from "./change-active.ts";
import type { JudgeParts } from "./judge-parts.ts";
import { describeRefusal, describeTrouble } from "./refusal-text.ts";
import {
  findStrict,
  type Loading,
  toLoadingUses,
  unsettled,
  type WeighedUse,
  weighUses,
} from "./weigh-uses.ts";

type CallEvent = Extract<HookEvent, { kind: "call" }>;
/** With an id, even if the agent has none. */
type Call = CallEvent & { readonly call: string };

/** Decides whether a call may go on to the agent's own permissions; loads and leaves the skills it names. */
export async function judgeCall(event: CallEvent, parts: JudgeParts): Promise<HookAnswer> {
  const call = { ...event, call: event.call ?? parts.clock.createId() };
  try {
    const weighed = weigh(call, parts);
    const strict = findStrict([...weighed.uses, ...weighed.loading]);
    if (strict?.decision.effect === "deny") return await refuse(call, { strict, weighed }, parts);
    await admit(call, weighed, parts);
    if (strict !== undefined) return { effect: "ask", reason: formatDecision(strict.decision) };
    await leave(call, parts);
    return toAnswer(weighed);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return refuseUnjudged(call, error, parts);
  }
}

type Weighed = {
  readonly active: ActiveLayers;
  /** Each use of the call, decided. */
  readonly uses: readonly WeighedUse[];
  /** The skills it would load, by name, and the decisions on loading them. */
  readonly named: readonly Loading[];
  readonly loading: readonly WeighedUse[];
};

function weigh({ uses, loads = [], loader, cwd }: Call, parts: JudgeParts): Weighed {
  const active = layerActive(parts.state.read(), parts.policy, cwd);
  // A server has the skills of every agent; an agent loads from its own folders.
  const reach = loader === undefined ? "agent" : "everywhere";
  const named = loads.map((name) => ({ name, found: parts.findSkills({ name, cwd, reach }) }));
  const place = { layers: active.layers, cwd };
  const weighed = {
    active,
    uses: weighUses(uses, place, parts),
    named,
    loading: [
      ...weighUses(named.flatMap(toLoadingUses), place, parts),
      ...(loader === "own-server" ? named.flatMap((one) => refuseUnknown(one, uses[0])) : []),
    ],
  };
  // A lookup cut short by the deadline must not pass as "not found".
  parts.deadline.check();
  return weighed;
}

/** Our own server has it from a folder we do not know, so the agent's other tools would not be held to its list. */
function refuseUnknown({ name, found }: Loading, use: ToolUse): readonly WeighedUse[] {
  if (found.length > 0) return [];
  const decision = unsettled(
    `The guard cannot find the skill ${printable(name)}, so it could not enforce its tool list. Load a skill that skills_list names; if it does name this one, tell the user to move it to a folder where agents keep skills, or to run \`skillwright guard install\` with the server's --root.`,
  );
  return [{ use, decision }];
}

/** Records the call, and activates the skills it loads. */
async function admit(call: Call, { active, uses, named }: Weighed, parts: JudgeParts): Promise<void> {
  const trigger = active.records.length > 0 ? "nested" : "model";
  const loader = call.loader === "own-server" ? { loader: call.loader } : {};
  const found = named.flatMap((one) => one.found.map((skill) => ({ ...skill, ...loader })));
  // Restrict before recording: a call made at once must not slip in between.
  const loaded = await addActive({ found, trigger }, parts);
  const facts = uses.map((one) => toAllowed(call, one, active));
  const unknown = named.filter(
    (one) => one.found.length === 0 && canonicalTool(call.uses[0].tool) === "Skill",
  );
  const activating = unknown.map(({ name }) => toActivating(name, trigger));
  await Promise.all([...facts, ...activating, ...loaded].map((fact) => parts.recorder.record(fact)));
}

/** Leaves the skill a call leaves, only if the call is certainly made; asking for permission does not count. */
async function leave({ leaves }: Call, parts: JudgeParts): Promise<void> {
  // Skills that last for the session cannot be left.
  if (leaves === undefined || parts.lifetime === "session") return;
  const left = await leaveActive(leaves, parts);
  await Promise.all(left.map((fact) => parts.recorder.recordAfter(fact)));
}

/** "Allowed" means not refused here: the agent may still ask its user or refuse by its own rules. */
function toAllowed({ call }: Call, { use, decision }: WeighedUse, { labels }: ActiveLayers): AuditFact {
  const { tool, input } = use;
  const { layer, rule, reason } = decision;
  return { event: "tool-call-allowed", call, tool, skills: labels, input, layer, rule, reason };
}

/** Only a policy rule lets an agent skip its own question, and only if it covers everything the call does. */
function toAnswer({ uses, active }: Weighed): HookAnswer {
  const [first] = uses;
  const isAllowed = uses.every(({ decision }) => isPolicyRule(decision, active.layers));
  if (first === undefined || !isAllowed) return { effect: "none" };
  return { effect: "allow", reason: formatDecision(first.decision) };
}

function isPolicyRule({ reason, layer }: Decision, layers: readonly PolicyLayer[]): boolean {
  const kind = layers.find(({ name }) => name === layer)?.kind;
  return reason === "allowed-by-rule" && (kind === "organisation" || kind === "project" || kind === "user");
}

type Refusal = { readonly strict: WeighedUse; readonly weighed: Weighed };

async function refuse(
  { call }: Call,
  { strict, weighed: { active } }: Refusal,
  { recorder, lifetime }: JudgeParts,
): Promise<HookAnswer> {
  const { tool, input } = strict.use;
  const { effect: _, ...rule } = strict.decision;
  // A refusal stands even if it cannot be recorded.
  await recorder.recordAfter({
    event: "tool-call-denied",
    ...{ call, tool, skills: active.labels, input, ...rule },
  });
  return { effect: "deny", reason: describeRefusal({ tool, decision: strict.decision, active, lifetime }) };
}

/** What cannot be read or recorded counts against the call. */
async function refuseUnjudged(
  { call, uses: [{ tool, input }] }: Call,
  error: SkillError,
  { recorder }: JudgeParts,
): Promise<HookAnswer> {
  const detail = formatError(error);
  const reason = error.code === "audit-unavailable" ? "cannot-be-recorded" : "cannot-be-read";
  await recorder.recordAfter({
    event: "tool-call-denied",
    ...{ call, tool, skills: [], input, layer: "default", rule: "none", reason, detail },
  });
  return { effect: "deny", reason: describeTrouble(tool, detail) };
}

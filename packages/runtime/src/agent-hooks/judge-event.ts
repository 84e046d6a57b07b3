import { formatError, SkillError } from "@skillwright/core";
import type { AuditFact } from "@skillwright/core/audit";
import { tokenizeTools } from "@skillwright/core/parse";
import { type Decision, strictest } from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { admit, type Ruling } from "../admission/admit.ts";
import { explainRefusal } from "../admission/refusal.ts";
import {
  addActive,
  blockTurn,
  endActive,
  endRevoked,
  endTurn,
  folderOf,
  layerActive,
  toActivating,
} from "./active-skills.ts";
import type { HookAnswer, HookEvent, ReportedSkill } from "./agent-dialect.ts";
import { decideUses, toLoadingUses } from "./decide-uses.ts";
import { denyLoading } from "./deny-revoked.ts";
import { judgeCall } from "./judge-call.ts";
import type { FoundSkill, JudgeParts, SkillQuery } from "./judge-parts.ts";
import type { ActiveRecord } from "./session-file.ts";

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
  const { kind, skills, served = [], cwd } = event;
  const left = kind === "prompt" ? await endTurn(parts) : [];
  await recordAll([...left, ...(kind === "prompt" ? await endRevoked(parts) : [])], parts);
  // In a prompt any word may look like a name; in a load event the agent names the skill.
  const isCertain = kind === "load";
  const named = [
    ...skills.map((name): NamedSkill => ({ name, cwd, isCertain, reach: "agent" })),
    ...served.map((name): NamedSkill => ({ name, cwd, isCertain: true, reach: "everywhere" })),
  ];
  for (const skill of named) {
    const refusal = await startSkill(skill, parts);
    if (refusal !== undefined) return { effect: "deny", reason: refusal };
  }
  return none;
}

async function recordAll(facts: readonly AuditFact[], { recorder }: JudgeParts): Promise<void> {
  await Promise.all(facts.map((fact) => recorder.recordAfter(fact)));
}

/** A skill the user names. */
type NamedSkill = SkillQuery & {
  /** Whether it certainly is one, or a word that may be. */
  readonly isCertain: boolean;
};

type SkillRuling = Ruling & { readonly found: readonly FoundSkill[] };

/** Activates a skill the user names, or returns why not and blocks the turn, since most agents cannot be stopped at that point. */
async function startSkill(named: NamedSkill, parts: JudgeParts): Promise<string | undefined> {
  const { name, isCertain } = named;
  const { recorder, clock } = parts;
  const verdict = await admit<SkillRuling>(
    { id: clock.createId(), tool: "Skill", input: { skill: name } },
    {
      decide: () => ruleOnSkill(named, parts),
      // No need to ask about it: a person typed its name.
      approver: { digest: () => "", ask: async () => ({ digest: "", by: "user" }) },
      log: {
        admitted: async ({ ruling: { found } }) => {
          const facts = await addActive({ found, trigger: "user" }, parts);
          const activating = isCertain && found.length === 0 ? [toActivating(name, "user")] : [];
          await Promise.all([...activating, ...facts].map((fact) => recorder.record(fact)));
        },
        refused: async ({ decision, error }) => {
          await blockTurn(name, describe(name, decision), parts);
          const reason = error?.code ?? decision.reason;
          await recorder.recordAfter({ event: "skill-refused", skill: name, trigger: "user", reason });
        },
      },
    },
  );
  return verdict.ok ? undefined : describe(name, verdict.refusal.decision);
}

function describe(name: string, decision: Decision): string {
  return `The skill ${printable(name)} is not allowed here. ${explainRefusal(decision)}`;
}

function ruleOnSkill({ name, cwd, reach, isCertain }: NamedSkill, parts: JudgeParts): SkillRuling {
  const found = parts.findSkills({ name, cwd, reach });
  // A lookup cut short by the deadline must not pass as "not found".
  parts.deadline.check();
  if (found.length === 0 && !isCertain) return { found, decision: notASkill };
  const { layers } = layerActive(parts.state.read(), parts.policy, cwd);
  const decided = decideUses(toLoadingUses({ name, found }), { layers, cwd }, parts);
  const denied = denyLoading({ tool: "Skill", input: { skill: name } }, [{ name, found }], parts);
  const unverified = parts.verify({ name, found }, isCertain);
  const { decision } = strictest<Ruling>([
    { decision: notASkill },
    ...(unverified === undefined ? [] : [{ decision: unverified }]),
    ...denied,
    ...decided,
  ]);
  return { found, decision };
}

const notASkill: Decision = { effect: "allow", layer: "default", rule: "none", reason: "by-default" };

async function judgeLoaded(reported: ReportedSkill, parts: JudgeParts): Promise<HookAnswer> {
  await recordAll(await addReported(reported, parts), parts);
  return none;
}

/**
 * Activates a skill an agent reports as loaded. If the call's own lookup found the same, nothing changes; if the agent found another
 * skill by that name, both lists apply.
 */
async function addReported(
  { skill, tools }: ReportedSkill,
  parts: JudgeParts,
): Promise<readonly AuditFact[]> {
  const requestedTools = tools?.flatMap(tokenizeTools);
  const reported: FoundSkill = {
    ...{ name: skill, directory: "", digest: "none" },
    ...compact({ requestedTools }),
  };
  const active = parts.state.read();
  if (active.some((record) => saysSame(record, reported))) return [];
  return addActive({ found: [reported], trigger: active.length > 0 ? "nested" : "model" }, parts);
}

function saysSame(record: ActiveRecord, { name, requestedTools }: FoundSkill): boolean {
  const own = name.slice(name.lastIndexOf(":") + 1);
  const isNamed = [name, own].includes(record.name) || folderOf(record) === own;
  return isNamed && (requestedTools === undefined || textsOf(record) === textsOf({ requestedTools }));
}

function textsOf({ requestedTools }: Pick<FoundSkill, "requestedTools">): string | undefined {
  return requestedTools && JSON.stringify(requestedTools.map(({ text }) => text).toSorted());
}

async function endSession(parts: JudgeParts): Promise<HookAnswer> {
  await recordAll(await endActive(parts), parts);
  return none;
}

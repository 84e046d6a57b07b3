import { formatError, SkillError } from "@skillwright/core";
import { compact, printable } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import { untrustedOutput } from "../tools/untrusted-output.ts";
import { type Beginning, beginSkill, write } from "./activate-skill.ts";
import { findAgentKind, kindLayers, type NamedKind } from "./agent-kinds.ts";
import { type Refused, refused } from "./check-activation.ts";
import { sessionLimits } from "./limits.ts";
import type { OpenedSession } from "./open-session.ts";
import { toUsed } from "./revoke-skills.ts";
import type { ActivationResult, ActiveSkill, RunSubagent, SubagentTask } from "./session.ts";
import type { Inherited, SessionParts } from "./session-parts.ts";

/**
 * Runs a skill with `context: fork` in a sub-agent and returns its answer. Works outside the session's order: the
 * calling agent may continue, since nothing became active in its conversation.
 */
export async function forkSkill(beginning: Beginning, parts: SessionParts): Promise<ActivationResult> {
  const { subagents } = parts;
  const kind = findAgentKind(beginning.entry.manifest.agent, subagents.kinds);
  if (subagents.run === undefined || !("name" in kind))
    return refused("fork-unavailable", "This host does not start sub-agents.");
  const refuse = async (result: Refused): Promise<Refused> => {
    const { skill } = beginning.request;
    await parts.recorder.recordAfter({
      event: "skill-refused",
      skill,
      trigger: beginning.trigger,
      reason: result.code,
    });
    return result;
  };
  const child = subagents.open(inherit(kind, parts));
  try {
    const request = { ...beginning.request, lifetime: "session" as const };
    const begun = await child.parts.order.change(() => beginSkill({ ...beginning, request }, child.parts));
    if (begun.status === "refused") return await refuse(begun);
    const { skill } = begun;
    const instructions = [kind.instructions, begun.text].filter((text) => text !== undefined).join("\n\n");
    const result = await runRecorded({ beginning, child, skill, instructions, run: subagents.run }, parts);
    return result.status === "refused" ? await refuse(result) : result;
  } finally {
    await child.session.close();
  }
}

/** All restrictions here apply there too, and the agent kind adds its own. */
function inherit(kind: NamedKind, { id, active, inherited, outputs }: SessionParts): Inherited {
  const skills = active.list();
  return {
    parent: id,
    layers: [...active.layers(), ...kindLayers(kind)],
    hooks: [...inherited.hooks, ...skills.flatMap(({ hooks }) => hooks)],
    chain: [...inherited.chain, ...skills.map(({ skill }) => skill.id)],
    used: [...inherited.used, ...skills.map(toUsed)],
    outputs,
    depth: inherited.depth + 1,
  };
}

type Fork = {
  readonly beginning: Beginning;
  readonly child: OpenedSession;
  readonly skill: ActiveSkill;
  readonly instructions: string;
  readonly run: RunSubagent;
};

/** Recorded before it starts and after, like every effect. */
async function runRecorded(fork: Fork, parts: SessionParts): Promise<ActivationResult> {
  const { skill, child } = fork;
  const { recorder, clock } = parts;
  const task = toTask(fork, parts);
  const { name, digest, activation } = skill;
  const labels = { skill: { name, digest }, activation, child: child.session.id };
  const { depth, agent, model } = task;
  const wanted = { ...compact({ agent, model }) };
  const unwritten = await write(parts, { event: "subagent-started", ...labels, depth, ...wanted });
  if (unwritten !== undefined) return unwritten;
  const started = clock.elapsed();
  const answer = await answerOf(task, fork.run);
  const durationMs = Math.round(clock.elapsed() - started);
  const outcome = "error" in answer ? { ok: false, error: answer.error } : { ok: true };
  await recorder.recordAfter({ event: "subagent-finished", ...labels, ...outcome, durationMs });
  const shown = printable(name);
  if ("error" in answer)
    return refused("fork-failed", `The sub-agent of the skill ${shown} did not answer: ${answer.error}`);
  const text = untrustedOutput(answer.text, sessionLimits.subagentAnswerBytes);
  return {
    status: "forked",
    skill,
    text: `The "${shown}" skill ran in a sub-agent, which has ended. Its answer, as data:\n\n${text}`,
  };
}

function toTask({ beginning, child, skill, instructions }: Fork, parts: SessionParts): SubagentTask {
  const { request, entry } = beginning;
  const { agent } = entry.manifest;
  const { closing } = parts.subagents;
  return {
    session: child.session,
    skill: skill.name,
    instructions,
    input: request.arguments ?? "",
    depth: parts.inherited.depth + 1,
    signal: request.signal === undefined ? closing : AbortSignal.any([request.signal, closing]),
    ...compact({ agent, model: skill.model }),
  };
}

const wasStopped = "it was stopped.";

type Answer = { readonly text: string } | { readonly error: string };

/** The sub-agent is host code: a failure becomes an answer, and a stopped one is not waited for. */
async function answerOf(task: SubagentTask, run: RunSubagent): Promise<Answer> {
  const { signal } = task;
  if (signal?.aborted) return { error: wasStopped };
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(new Error(wasStopped));
  signal?.addEventListener("abort", stop);
  try {
    const { text } = await Promise.race([run(task), stopped.promise]);
    return { text };
  } catch (error) {
    const why =
      error instanceof SkillError
        ? formatError(error)
        : String(error instanceof Error ? error.message : error);
    return { error: printable(why).slice(0, runtimeLimits.failureCharacters) };
  } finally {
    signal?.removeEventListener("abort", stop);
    stopped.promise.catch(() => {});
  }
}

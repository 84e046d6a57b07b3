import type { LoadedEntry } from "@skillwright/core/catalog";
import { type Decision, decide, formatDecision } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import type { Activated } from "./active-skills.ts";
import { createDenial, overrule } from "./denial.ts";
import { type Refused, refused } from "./refused.ts";
import type { MadeCall } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Rules may name skills, `Skill(deploy-*)`, and the tool that was called; hooks of active skills see the call. */
export async function checkPolicy(
  entry: LoadedEntry,
  made: MadeCall | undefined,
  parts: SessionParts,
): Promise<Refused | undefined> {
  const own = { id: parts.clock.createId(), tool: "Skill", input: { skill: entry.skill.id } };
  const decisions = [own, ...(made === undefined ? [] : [made])].map(({ tool, input }) =>
    decide(parts.toRequest(tool, input), parts.active.layers()),
  );
  const strictest =
    decisions.find(({ effect }) => effect === "deny") ?? decisions.find(({ effect }) => effect === "ask");
  const call = made ?? own;
  const refuse = (decision: Decision): Refused =>
    refused("denied", createDenial(call.tool, decision, parts.active.list()).text);
  if (strictest?.effect === "deny") return refuse(strictest);
  const answer = strictest === undefined ? undefined : await parts.askPerson.ask(call);
  if (strictest !== undefined && answer !== undefined && "because" in answer)
    return refuse(overrule(strictest, "not-approved", answer.because));
  const { blocked, asks } = await parts.hooks.run(call, parts.hooks.before(call));
  if (blocked !== undefined) return refused("hook-blocked", blocked);
  const wanted = asks && answer === undefined ? await parts.askPerson.ask(call) : undefined;
  if (wanted === undefined || !("because" in wanted)) return undefined;
  return refused("denied", `Tool '${printable(call.tool)}' was not run\n${wanted.because}`);
}

/** A hook is a program, so the policy's rules on programs apply to it. */
export async function checkHooks({ hooks }: Activated, parts: SessionParts): Promise<string | undefined> {
  for (const { form, command, source } of hooks) {
    const [tool, input] =
      form === "shell"
        ? ["Bash", { command }]
        : ["skills_run_script", { name: source.name, script: command }];
    const decision = decide(parts.toRequest(tool, input), parts.active.layers());
    if (decision.effect === "allow") continue;
    const call = { id: parts.clock.createId(), tool, input };
    const answer = decision.effect === "ask" ? await parts.askPerson.ask(call) : undefined;
    if (answer !== undefined && !("because" in answer)) continue;
    return `Its hook ${printable(command)} must not run. ${answer?.because ?? formatDecision(decision)}`;
  }
  return undefined;
}

import { agentPageSchema, type HubAgent } from "@skillwright/core/registry";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { cliLimits } from "../../limits.ts";
import { oneLine, safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import { type OpenHub, withHub } from "../governance/open-hub.ts";

/** The agents of a tenant, and taking an id from its owner. */
export async function manageAgents(invocation: Invocation, io: Io): Promise<number> {
  const [, action, id, extra] = invocation.positionals;
  if (action === undefined) return withHub(invocation, io, (hub) => list(hub, invocation, io));
  if (action !== "release" || id === undefined || extra !== undefined)
    throw new UsageError("expected `hub agents` or `hub agents release ID`.");
  const to = invocation.option("to");
  return withHub(invocation, io, async (hub) => {
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    await hub.delete(`api/v1/agents/${encodeURIComponent(id)}/owner${query}`);
    const next = to === undefined ? "Whoever uses it next owns it." : `It belongs to ${oneLine(to)} now.`;
    await io.out(
      invocation.flag("json")
        ? `${safeJson({ version: 1, released: id, ...(to !== undefined && { to }) })}\n`
        : `Released the agent ${oneLine(id)} and its logs. ${next}\n`,
    );
    return exitCode.ok;
  });
}

async function list(hub: OpenHub, invocation: Invocation, io: Io): Promise<number> {
  const { sequence, agents } = await readAgents(hub);
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, sequence, agents }, 2)}\n`);
    return exitCode.ok;
  }
  for (const agent of agents) await io.out(`${describe(agent, sequence)}\n`);
  const behind = agents.filter((agent) => agent.sequence < sequence).length;
  const late = behind === 0 ? "" : `; ${countOf(behind, "agent")} not at state ${sequence} yet`;
  await io.err(`${countOf(agents.length, "agent")}${late}\n`);
  return exitCode.ok;
}

async function readAgents(
  hub: OpenHub,
): Promise<{ readonly sequence: number; readonly agents: readonly HubAgent[] }> {
  const agents: HubAgent[] = [];
  let sequence = 0;
  for (let after: string | undefined = ""; after !== undefined && agents.length < cliLimits.hubAgents; ) {
    const path: string = `api/v1/agents?after=${encodeURIComponent(after)}`;
    const page: { sequence: number; agents: readonly HubAgent[]; next?: string | undefined } = await hub.get(
      path,
      agentPageSchema,
    );
    agents.push(...page.agents);
    sequence = page.sequence;
    after = page.next;
  }
  return { sequence, agents };
}

/** `laptop-1: state 4 of 5, confirmed …; seen …, skillwright 1.0.0, person:ann`. */
function describe(agent: HubAgent, current: number): string {
  const { id, program, environment, sequence, acknowledgedAt, seenAt, stale, owner } = agent;
  const state = sequence === current ? `state ${sequence}` : `state ${sequence} of ${current}`;
  const confirmed = acknowledgedAt === undefined ? "" : `, confirmed ${acknowledgedAt}`;
  const lease = stale ? ", no valid state any more" : "";
  const parts = [program, environment, owner ?? "no owner"].filter((part) => part !== "");
  return oneLine(`${id}: ${state}${confirmed}; seen ${seenAt}${lease}; ${parts.join(", ")}`);
}

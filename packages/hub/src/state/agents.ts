import { agentPageSchema, type HubAgent } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import type { Tables } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { claimAgents, ownedByAnother, ownersOf, roomForAgents, tooManyAgents } from "./agent-owners.ts";
import { currentState, latestState, type StateRow } from "./current-state.ts";

const name = z.string().min(1).max(hubLimits.nameLength);

/** What an agent says once it applies a state document. */
const acknowledgementSchema = z.object({
  agent: name,
  name,
  program: name,
  environment: z.string().max(hubLimits.nameLength).default(""),
  sequence: z.int().min(1),
});

/** Agents and how far they are. */
export const agentRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/v1/state/acknowledgements",
    summary: "Confirm that an agent applies a state document.",
    needs: "state:read",
    body: acknowledgementSchema,
    sample: { body: { agent: "a", name: "a", program: "test", environment: "", sequence: 1 } },
    handle: async ({ hub, tenant, principal, body }) => {
      const { agent: id, sequence, ...described } = body;
      const state = await currentState(hub, tenant);
      if (sequence > state.sequence)
        throw new Refusal("INVALID_REQUEST", `There is no state document ${sequence} yet.`);
      const now = hub.now();
      // Not a change by anybody, so the audit log does not have it.
      await hub.database.write(tenant, async (transaction) => {
        const known = await transaction
          .selectFrom("agents")
          .select(["sequence", "acknowledged_at"])
          .where("tenant", "=", tenant)
          .where("id", "=", id)
          .executeTakeFirst();
        const self = principal?.id ?? "";
        const owner = (await ownersOf(transaction, tenant, [id])).get(id);
        if (owner !== undefined && owner !== self) throw ownedByAnother(`agent ${id}`);
        if (owner === undefined) {
          if ((await roomForAgents(transaction, tenant)) < 1) throw tooManyAgents();
          await claimAgents(transaction, tenant, new Map([[id, self]]));
        }
        const isNewer = known === undefined || sequence > known.sequence;
        const row = {
          ...{ ...described, person: principal?.person ?? null, seen_at: now },
          sequence: isNewer ? sequence : known.sequence,
          acknowledged_at: isNewer ? now : known.acknowledged_at,
        };
        await transaction
          .insertInto("agents")
          .values({ tenant, id, ...row })
          .onConflict((conflict) => conflict.columns(["tenant", "id"]).doUpdateSet(row))
          .execute();
      });
      return Response.json({ sequence: state.sequence });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/agents",
    summary: "The agents of the tenant: when they were seen, and which state document they apply.",
    needs: "agents:read",
    query: z.object({ after: z.string().max(hubLimits.nameLength).default("") }),
    answer: agentPageSchema,
    handle: async ({ hub, tenant, query }) => {
      const rows = await hub.database.read
        .selectFrom("agents")
        .selectAll()
        .where("tenant", "=", tenant)
        .where("id", ">", query.after)
        .orderBy("id")
        .limit(hubLimits.pageRows)
        .execute();
      const ids = rows.map(({ id }) => id);
      const owners = await ownersOf(hub.database.read, tenant, ids);
      const state = await latestState(hub.database.read, tenant);
      const last = rows.length === hubLimits.pageRows ? rows.at(-1)?.id : undefined;
      return Response.json({
        sequence: state?.sequence ?? 0,
        agents: rows.map((row) => ({
          ...toAgent(row, staleBefore(state, hub.now())),
          ...compact({ owner: owners.get(row.id) }),
        })),
        ...(last !== undefined && { next: last }),
      });
    },
  }),
];

export type AgentRow = Tables["agents"];

/** Agents that were seen before this time may have no valid document any more. */
export function staleBefore(state: StateRow | undefined, now: number): number {
  return state === undefined ? 0 : now - (state.expires_at - state.issued_at);
}

export function toAgent(row: AgentRow, stale: number): HubAgent {
  const { id, tenant, name: shown, program, environment, person, sequence } = row;
  return {
    ...{ id, tenant, name: shown, program, environment, sequence },
    ...(person !== null && { person }),
    seenAt: new Date(row.seen_at).toISOString(),
    ...(row.acknowledged_at !== null && { acknowledgedAt: new Date(row.acknowledged_at).toISOString() }),
    stale: row.seen_at < stale,
  };
}

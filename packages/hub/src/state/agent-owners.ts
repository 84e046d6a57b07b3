import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { HubReader, HubTransaction } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";

/**
 * Takes an agent's id and its logs from their owner, as after its token was replaced or when someone else used the id first. Naming the
 * next owner leaves no race to whoever was first.
 */
export const releaseAgentRoute: Route = defineRoute({
  method: "DELETE",
  path: "/api/v1/agents/{id}/owner",
  summary: "Release an agent's id and its logs: `to` owns them then, or whoever uses them next.",
  needs: "members:write",
  query: z.object({ to: z.string().min(1).max(hubLimits.columnLength).optional() }),
  sample: { params: { id: "a" } },
  handle: async ({ hub, tenant, principal, params, query }) => {
    const { id = "" } = params;
    const now = hub.now();
    const owner = query.to ?? null;
    await hub.database.write(tenant, async (transaction) => {
      const owners = await ownersOf(transaction, tenant, [id]);
      const streams = await transaction
        .selectFrom("streams")
        .select(["stream", "owner"])
        .where("tenant", "=", tenant)
        .where("agent", "=", id)
        .where("owner", "is not", null)
        .execute();
      if (!owners.has(id) && streams.length === 0)
        throw new Refusal("NOT_FOUND", `The agent ${id} has no owner.`);
      await recordChange(transaction, {
        ...{ tenant, actor: principal?.id ?? "", action: "agent-released", subject: id, time: now },
        details: {
          owners: [...new Set([...owners.values(), ...streams.map((stream) => stream.owner)])],
          ...(owner !== null && { to: owner }),
        },
      });
      await transaction
        .deleteFrom("agent_owners")
        .where("tenant", "=", tenant)
        .where("id", "=", id)
        .execute();
      if (owner !== null)
        await transaction.insertInto("agent_owners").values({ tenant, id, owner }).execute();
      await transaction
        .updateTable("streams")
        .set({ owner })
        .where("tenant", "=", tenant)
        .where("agent", "=", id)
        .execute();
    });
    return new Response(null, { status: 204 });
  },
});

/** Who owns some agents' ids; those without an owner are left out. */
export async function ownersOf(
  database: HubReader,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("agent_owners")
    .select(["id", "owner"])
    .where("tenant", "=", tenant)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

/** Gives ids without an owner to whoever uses them first. */
export async function claimAgents(
  transaction: HubTransaction,
  tenant: string,
  claims: ReadonlyMap<string, string>,
): Promise<void> {
  if (claims.size === 0) return;
  const rows = [...claims].map(([id, owner]) => ({ tenant, id, owner }));
  await transaction.insertInto("agent_owners").values(rows).execute();
}

/** How many more agents the tenant may have. */
export async function roomForAgents(database: HubReader, tenant: string): Promise<number> {
  const { count } = await database
    .selectFrom("agent_owners")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("tenant", "=", tenant)
    .executeTakeFirstOrThrow();
  return hubLimits.agents - Number(count);
}

export function tooManyAgents(): Refusal {
  return new Refusal("CONFLICT", `The tenant has ${hubLimits.agents} agents, which is the maximum.`);
}

export function ownedByAnother(what: string): Refusal {
  return new Refusal(
    "CONFLICT",
    `The ${what} belongs to other credentials; an administrator can release it.`,
  );
}

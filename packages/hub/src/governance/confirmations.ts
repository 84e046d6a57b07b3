import { type Confirmations, type Confirmed, confirmationsSchema } from "@skillwright/core/registry";
import { z } from "zod";
import { enterprise } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import { eventAnswer } from "../http/event-answer.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { staleBefore } from "../state/agents.ts";
import { latestState } from "../state/current-state.ts";
import type { Newest } from "../state/state-events.ts";
import { tenantsBelow } from "./affected.ts";

/** How far agents are with what is in force: all numbers at once, and a stream that says when to ask again. */
export const confirmationRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/confirmations",
    summary: "How many agents have confirmed each deployment and revocation that is in force.",
    needs: "agents:read",
    answer: confirmationsSchema,
    handle: async ({ hub, tenant }) => Response.json(await countConfirmations(hub, tenant)),
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/confirmations/events",
    summary:
      "Server-sent events: a greater number whenever an agent has confirmed something, at most once a second.",
    needs: "agents:read",
    handle: async ({ hub, tenant, principal, request }) => {
      const [newest] = await newestConfirmations(hub.database.read, [tenant]);
      const sequence = Number(newest?.sequence ?? 0);
      const stream = hub.confirmations.follow({ tenant, who: principal?.id ?? "", sequence });
      if (stream === undefined)
        throw new Refusal("UNAVAILABLE", "Too many event streams are open. Poll instead.", {
          "retry-after": "30",
        });
      if (request.method === "HEAD") await stream.cancel();
      return eventAnswer(stream);
    },
  }),
];

/** When an agent of each tenant last confirmed something; for the enterprise, an agent of any tenant. */
export const newestConfirmations: Newest = async (read, tenants) => {
  const found: { readonly tenant: string; readonly sequence: number }[] = [];
  for (const tenant of tenants) {
    const row = await read
      .selectFrom("agents")
      .select(({ fn }) => fn.max("acknowledged_at").as("last"))
      .$if(tenant !== enterprise, (query) => query.where("tenant", "=", tenant))
      .executeTakeFirst();
    found.push({ tenant, sequence: Number(row?.last ?? 0) });
  }
  return found;
};

async function countConfirmations(hub: Hub, tenant: string): Promise<Confirmations> {
  const { read } = hub.database;
  const tenants = await tenantsBelow(read, tenant);
  const groups = await groupAgents(hub, tenants);
  const deployments = await read
    .selectFrom("deployments")
    .select(["id", "sequences", "environment"])
    .where("tenant", "in", [tenant, enterprise])
    .where("ended_at", "is", null)
    .limit(10_000)
    .execute();
  const revocations = await read
    .selectFrom("revocations")
    .select(["id", "sequences"])
    .where("tenant", "in", [tenant, enterprise])
    .where("lifted_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(hubLimits.pageRows)
    .execute();
  return {
    deployments: deployments.map(({ id, sequences, environment }) => ({
      ...{ id, ...countIn(groups, readSequences(sequences), environment) },
    })),
    revocations: revocations.map(({ id, sequences }) => ({
      id,
      ...countIn(groups, readSequences(sequences)),
    })),
  };
}

/** Live agents that have confirmed the same document in the same environment. */
type AgentGroup = {
  readonly tenant: string;
  readonly environment: string;
  readonly sequence: number;
  readonly count: number;
};

async function groupAgents(hub: Hub, tenants: readonly string[]): Promise<readonly AgentGroup[]> {
  const groups: AgentGroup[] = [];
  for (const tenant of tenants) {
    const stale = staleBefore(await latestState(hub.database.read, tenant), hub.now());
    const rows = await hub.database.read
      .selectFrom("agents")
      .select(["environment", "sequence", ({ fn }) => fn.countAll().as("count")])
      .where("tenant", "=", tenant)
      .where("seen_at", ">=", stale)
      .groupBy(["environment", "sequence"])
      .execute();
    for (const row of rows) groups.push({ tenant, ...row, count: Number(row.count) });
  }
  return groups;
}

function countIn(
  groups: readonly AgentGroup[],
  sequences: Readonly<Record<string, number>>,
  environment = "",
): Omit<Confirmed, "id"> {
  const found = { agents: 0, acknowledged: 0 };
  for (const group of groups) {
    if (environment !== "" && group.environment !== environment) continue;
    found.agents += group.count;
    if (group.sequence >= (sequences[group.tenant] ?? 0)) found.acknowledged += group.count;
  }
  return found;
}

/** The first document with a change in each tenant that the caller sees. Tenants that are newer than the change began with it. */
export async function sequencesIn(
  read: HubReader,
  tenant: string,
  stored: string | null,
): Promise<Readonly<Record<string, number>>> {
  const sequences = readSequences(stored);
  return Object.fromEntries((await tenantsBelow(read, tenant)).map((one) => [one, sequences[one] ?? 0]));
}

function readSequences(stored: string | null): Readonly<Record<string, number>> {
  return sequencesSchema.parse(JSON.parse(stored ?? "{}"));
}

const sequencesSchema = z.record(z.string(), z.int());

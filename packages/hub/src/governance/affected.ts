import type { Acknowledged, Affected, RevocationKind } from "@skillwright/core/registry";
import { enterprise } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { type AgentRow, staleBefore, toAgent } from "../state/agents.ts";
import { latestState } from "../state/current-state.ts";
import { isAbout } from "./revoked.ts";

export type Reach = {
  readonly tenant: string;
  /** Only agents of this environment; empty for all. */
  readonly environment?: string;
  readonly kind: RevocationKind;
  readonly value: string;
};

/** Whom a deployment or a revocation reaches: agents that are not stale, and those that used the skill in the last month. */
export async function findAffected(hub: Hub, reach: Reach): Promise<Affected> {
  const tenants = await tenantsBelow(hub.database.read, reach.tenant);
  const versions = await coveredVersions(hub, tenants, reach);
  const agents: AgentRow[] = [];
  const samples: Affected["samples"][number][] = [];
  for (const tenant of tenants) {
    const stale = staleBefore(await latestState(hub.database.read, tenant), hub.now());
    const rows = (await liveAgents(hub, tenant, stale)).filter((row) => concerns(row, reach));
    agents.push(...rows);
    samples.push(...rows.slice(0, hubLimits.samples - samples.length).map((row) => toAgent(row, stale)));
  }
  const users = await countUsers(hub, tenants, versions);
  return { tenants, agents: agents.length, users, versions: versions.slice(0, hubLimits.pageRows), samples };
}

/** The tenants that a change in a tenant reaches. */
export async function tenantsBelow(database: HubReader, tenant: string): Promise<readonly string[]> {
  const rows = await database.selectFrom("tenants").select("id").orderBy("id").execute();
  const ids = rows.map(({ id }) => id);
  if (!ids.includes(tenant)) throw new Refusal("NOT_FOUND", `No tenant named ${tenant}.`);
  return tenant === enterprise ? ids : [tenant];
}

async function liveAgents(hub: Hub, tenant: string, stale: number): Promise<readonly AgentRow[]> {
  return hub.database.read
    .selectFrom("agents")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("seen_at", ">=", stale)
    .orderBy("id")
    .limit(hubLimits.agents)
    .execute();
}

function concerns(row: AgentRow, { kind, value, environment = "" }: Reach): boolean {
  if (environment !== "" && row.environment !== environment) return false;
  if (kind === "agent") return row.id === value;
  if (kind === "user") return row.person === value || `person:${row.person}` === value;
  return kind !== "tenant" || row.tenant === value;
}

async function coveredVersions(
  hub: Hub,
  tenants: readonly string[],
  { kind, value }: Reach,
): Promise<Affected["versions"]> {
  if (kind === "agent" || kind === "user" || kind === "tenant") return [];
  const rows = await hub.database.read
    .selectFrom("versions")
    .select(["tenant", "name", "version", "digest", "publisher"])
    .where("tenant", "in", [...new Set([...tenants, enterprise])])
    .execute();
  return rows
    .filter((row) => isAbout({ kind, value }, row))
    .map(({ tenant, name, version, digest }) => ({ tenant, name, version, digest }));
}

/** Agents in whose audit log the content appears. */
async function countUsers(
  hub: Hub,
  tenants: readonly string[],
  versions: Affected["versions"],
): Promise<number> {
  const digests = [...new Set(versions.map(({ digest }) => digest))].slice(0, hubLimits.pageRows);
  const names = [...new Set(versions.map(({ name }) => name))].slice(0, hubLimits.pageRows);
  if (digests.length === 0) return 0;
  const rows = await hub.database.read
    .selectFrom("events")
    .select(["tenant", "agent"])
    .distinct()
    .where("tenant", "in", [...tenants])
    .where("skill", "in", names)
    .where("time", ">=", hub.now() - hubLimits.lookBackDays * 86_400_000)
    .where("digest", "in", digests)
    .where("kind", "=", "skill-activated")
    .limit(hubLimits.agents)
    .execute();
  return rows.length;
}

/** How many live agents of each tenant, or of one environment there, have confirmed at least the given document. */
export async function countAcknowledged(
  hub: Hub,
  sequences: Readonly<Record<string, number>>,
  environment = "",
): Promise<Acknowledged> {
  const found = { agents: 0, acknowledged: 0, waiting: [] as Acknowledged["waiting"][number][] };
  for (const [tenant, sequence] of Object.entries(sequences)) {
    const stale = staleBefore(await latestState(hub.database.read, tenant), hub.now());
    const rows = (await liveAgents(hub, tenant, stale)).filter(
      (row) => environment === "" || row.environment === environment,
    );
    const waiting = rows.filter((row) => row.sequence < sequence);
    found.agents += rows.length;
    found.acknowledged += rows.length - waiting.length;
    const room = hubLimits.samples - found.waiting.length;
    found.waiting.push(...waiting.slice(0, room).map((row) => toAgent(row, stale)));
  }
  return found;
}

import { randomUUID } from "node:crypto";
import {
  acknowledgedSchema,
  type DeploymentPreview,
  type DeploymentRecord,
  deploymentListSchema,
  deploymentPreviewSchema,
  deploymentSchema,
} from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import semver from "semver";
import { z } from "zod";
import { namesOfPrincipals } from "../access/names.ts";
import { enterprise } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubReader, HubTransaction } from "../database/database.ts";
import type { DeploymentRow, VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { replaces } from "../state/build-state.ts";
import { changeState } from "../state/issue-state.ts";
import { countAcknowledged, findAffected } from "./affected.ts";
import { sequencesIn } from "./confirmations.ts";
import { activeRevocations, findRevocation } from "./revoked.ts";
import { settleExpired } from "./settle-expired.ts";

const deploySchema = z.strictObject({
  name: z.string().min(1).max(200),
  /** The newest approved one if absent. */
  version: z.string().max(100).optional(),
  environment: z.string().max(hubLimits.nameLength).default(""),
  /** If present, nothing else is deployed, whatever the version has become. */
  digest: z.string().max(100).optional(),
});
const sample = { body: { name: "pdf" } };

/** Deployments: skills that every agent of a tenant, or of all, gets. */
export const deploymentRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/deployments",
    summary:
      "What is deployed in the tenant, with what the enterprise deploys; or what has ended, the newest first.",
    needs: "deployments:read",
    query: z.object({
      name: z.string().max(200).optional().describe("Only of this skill."),
      state: z.enum(["active", "ended"]).default("active"),
    }),
    answer: deploymentListSchema,
    handle: async ({ hub, tenant, query: { name, state } }) => {
      const rows = await hub.database.read
        .selectFrom("deployments")
        .selectAll()
        .where("tenant", "in", [tenant, enterprise])
        .where("ended_at", state === "active" ? "is" : "is not", null)
        .$if(name !== undefined, (some) => some.where("name", "=", name ?? ""))
        .orderBy(state === "active" ? "created_at" : "ended_at", "desc")
        .limit(state === "active" ? 2 * hubLimits.deployments : hubLimits.pageRows)
        .execute();
      const people = rows.flatMap(({ created_by, ended_by }) => [created_by, ended_by]);
      const names = await namesOfPrincipals(hub.database.read, people);
      const isActive = state === "active";
      const withheld = isActive ? await withheldVersions(hub, { tenant, rows }) : () => undefined;
      const deployments = rows.map((row) => ({
        ...toDeployment(row),
        ...compact({ withheld: withheld(row) }),
      }));
      return Response.json({ deployments, names });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/deployments/preview",
    summary: "What a deployment would choose, and whom it would reach. Changes nothing.",
    needs: "deployments:write",
    body: deploySchema,
    answer: deploymentPreviewSchema,
    sample,
    handle: async (call) => {
      const { hub, tenant, body } = call;
      const row = await plan(hub.database.read, call, hub.now());
      const [replaced] = await findEarlier(hub.database.read, row);
      const reach = { tenant, environment: body.environment, kind: "name", value: row.name } as const;
      const preview: DeploymentPreview = {
        deployment: toDeployment(row),
        ...(replaced && { replaces: toDeployment(replaced) }),
        affected: await findAffected(hub, reach),
      };
      return Response.json(preview);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/deployments",
    summary: "Deploy an approved version; one of the enterprise reaches all tenants.",
    needs: "deployments:write",
    body: deploySchema,
    answer: deploymentSchema,
    sample,
    handle: async (call) => {
      await settleExpired(call.hub, call.tenant);
      const row = await changeState(call.hub, {
        tenant: call.tenant,
        work: (transaction, now) => deploy(transaction, call, now),
        finish: async (transaction, { id }, issued) => {
          const sequences = JSON.stringify(Object.fromEntries(issued));
          await transaction.updateTable("deployments").set({ sequences }).where("id", "=", id).execute();
        },
      });
      return Response.json(toDeployment(row), { status: 201 });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/deployments/{id}/acknowledgements",
    summary: "How many of the tenant's agents have confirmed that they apply a deployment.",
    needs: "agents:read",
    answer: acknowledgedSchema,
    handle: async ({ hub, tenant, params }) => {
      const found = await hub.database.read
        .selectFrom("deployments")
        .selectAll()
        .where("id", "=", params.id ?? "")
        .where("tenant", "in", [tenant, enterprise])
        .executeTakeFirst();
      if (found === undefined) throw new Refusal("NOT_FOUND", "There is no such deployment here.");
      const sequences = await sequencesIn(hub.database.read, tenant, found.sequences);
      return Response.json(await countAcknowledged(hub, sequences, found.environment));
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/deployments/{id}/end",
    summary: "End a deployment. Agents remove the skill.",
    needs: "deployments:write",
    body: z.strictObject({}),
    answer: deploymentSchema,
    handle: async ({ hub, tenant, principal, params }) => {
      const row = await changeState(hub, {
        tenant,
        work: async (transaction, now) => {
          const found = await transaction
            .selectFrom("deployments")
            .selectAll()
            .where("id", "=", params.id ?? "")
            .where("tenant", "=", tenant)
            .where("ended_at", "is", null)
            .executeTakeFirst();
          if (found === undefined) throw new Refusal("NOT_FOUND", "There is no such deployment here.");
          return end(transaction, found, { actor: principal?.id ?? "", now });
        },
      });
      return Response.json(toDeployment(row));
    },
  }),
];

type DeployCall = Call<object, z.infer<typeof deploySchema>>;

async function deploy(transaction: HubTransaction, call: DeployCall, now: number): Promise<DeploymentRow> {
  const row = await plan(transaction, call, now);
  const { tenant, name, version, digest, environment } = row;
  await recordChange(transaction, {
    ...{ tenant, actor: row.created_by, action: "deployed", subject: `${name}@${version}`, time: now },
    ...{ skill: { name, digest }, details: { environment, digest } },
  });
  for (const one of await findEarlier(transaction, row))
    await end(transaction, one, { actor: row.created_by, now });
  const { count } = await transaction
    .selectFrom("deployments")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("tenant", "=", tenant)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= hubLimits.deployments)
    throw new Refusal("CONFLICT", `${hubLimits.deployments} skills are deployed, the most there may be.`);
  await transaction.insertInto("deployments").values(row).execute();
  return row;
}

/** What a deployment replaces. */
async function findEarlier(
  database: HubReader,
  { tenant, name, environment }: Pick<DeploymentRow, "tenant" | "name" | "environment">,
): Promise<readonly DeploymentRow[]> {
  return database
    .selectFrom("deployments")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .where("environment", "=", environment)
    .where("ended_at", "is", null)
    .execute();
}

type Ending = { readonly actor: string; readonly now: number };

async function end(
  transaction: HubTransaction,
  row: DeploymentRow,
  { actor, now }: Ending,
): Promise<DeploymentRow> {
  const { tenant, name, version, digest } = row;
  await recordChange(transaction, {
    ...{ tenant, actor, action: "undeployed", subject: `${name}@${version}`, time: now },
    ...{ skill: { name, digest }, details: { deployment: row.id } },
  });
  const ended = { ended_by: actor, ended_at: now };
  await transaction.updateTable("deployments").set(ended).where("id", "=", row.id).execute();
  return { ...row, ...ended };
}

/** The deployment that a request asks for, if it is possible. */
async function plan(
  database: HubReader,
  { tenant, principal, body }: DeployCall,
  now: number,
): Promise<DeploymentRow> {
  const { name, environment } = body;
  const version = await chooseVersion(database, tenant, body);
  const revocation = findRevocation(version, await activeRevocations(database, [tenant], now));
  if (revocation !== undefined)
    throw new Refusal("CONFLICT", `${name}@${version.version} is revoked: ${revocation.message}`);
  const row: DeploymentRow = {
    ...{ id: randomUUID(), tenant, name, version: version.version, digest: version.digest, environment },
    ...{ created_by: principal?.id ?? "", created_at: now, ended_by: null, ended_at: null },
    sequences: null,
  };
  const above = await database
    .selectFrom("deployments")
    .selectAll()
    .where("tenant", "=", enterprise)
    .where("name", "=", name)
    .where("ended_at", "is", null)
    .execute();
  if (tenant !== enterprise && above.some((one) => replaces(one, row)))
    throw new Refusal("CONFLICT", `The enterprise deploys ${name}, which a tenant cannot replace.`);
  return row;
}

/** The tenant's own skill, else the enterprise's. What all tenants get must be the enterprise's, since its agents must be able to read it. */
async function chooseVersion(
  database: HubReader,
  tenant: string,
  { name, version, digest }: z.infer<typeof deploySchema>,
): Promise<VersionRow> {
  const skills = await database
    .selectFrom("skills")
    .select(["tenant", "visibility"])
    .where("name", "=", name)
    .where("tenant", "in", [tenant, enterprise])
    .execute();
  const skill = skills.find((one) => one.tenant === tenant) ?? skills[0];
  if (skill === undefined) throw new Refusal("NOT_FOUND", `No skill named ${name}.`);
  if (skill.visibility === "team")
    throw new Refusal("CONFLICT", `Only a team may read ${name}. Make it visible to the tenant first.`);
  const rows = await database
    .selectFrom("versions")
    .selectAll()
    .where("tenant", "=", skill.tenant)
    .where("name", "=", name)
    .execute();
  const usable = rows.filter(({ state }) => state === "approved" || state === "deprecated");
  const chosen =
    version === undefined
      ? usable
          .filter(({ yanked, state }) => yanked === null && state === "approved")
          .sort((a, b) => semver.rcompare(a.version, b.version))[0]
      : usable.find((row) => row.version === version);
  if (chosen === undefined) {
    const known = rows.find((row) => row.version === version);
    if (known !== undefined)
      throw new Refusal(
        "CONFLICT",
        `${name}@${known.version} is ${known.state}; only approved versions are deployed.`,
      );
    throw new Refusal("NOT_FOUND", `${name} has no approved version${version ? ` ${version}` : ""}.`);
  }
  if (digest !== undefined && digest !== chosen.digest)
    throw new Refusal(
      "CONFLICT",
      `${name}@${chosen.version} has the digest ${chosen.digest}, not ${digest}.`,
    );
  return chosen;
}

type Listed = { readonly tenant: string; readonly rows: readonly DeploymentRow[] };

/** Why agents do not get what is deployed: it may have been revoked since, or its approval may have ended. */
async function withheldVersions(
  { database, now }: Hub,
  { tenant, rows }: Listed,
): Promise<(row: DeploymentRow) => string | undefined> {
  const versions = await database.read
    .selectFrom("versions")
    .select(["name", "version", "digest", "publisher", "state"])
    .where("tenant", "in", [tenant, enterprise])
    .where("digest", "in", (inner) =>
      inner
        .selectFrom("deployments")
        .select("digest")
        .where("tenant", "in", [tenant, enterprise])
        .where("ended_at", "is", null),
    )
    .execute();
  const keyOf = (one: Pick<VersionRow, "name" | "version" | "digest">): string =>
    `${one.name}@${one.version} ${one.digest}`;
  const byKey = new Map(versions.map((one) => [keyOf(one), one]));
  const revocations = rows.length === 0 ? [] : await activeRevocations(database.read, [tenant], now());
  return (row) => {
    const version = byKey.get(keyOf(row));
    if (version === undefined) return "gone";
    if (findRevocation(version, revocations) !== undefined) return "revoked";
    return version.state === "approved" || version.state === "deprecated" ? undefined : version.state;
  };
}

function toDeployment(row: DeploymentRow): DeploymentRecord {
  const { id, tenant, name, version, digest, environment } = row;
  return {
    ...{ id, tenant, name, version, digest },
    ...(environment !== "" && { environment }),
    ...{ createdBy: row.created_by, createdAt: new Date(row.created_at).toISOString() },
    ...(row.ended_by !== null && { endedBy: row.ended_by }),
    ...(row.ended_at !== null && { endedAt: new Date(row.ended_at).toISOString() }),
  };
}

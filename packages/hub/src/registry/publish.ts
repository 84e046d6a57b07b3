import { type HubPublication, hubPublicationSchema } from "@skillwright/core/registry";
import { digestTree, type FileTree, readArchive } from "@skillwright/packaging";
import { mayDo } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import type { SkillRow, VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { type InspectedSkill, inspectSkill } from "./inspect-skill.ts";

/** Publishes a version. A version never changes; a mistake is corrected by the next one. */
export const publishRoute: Route = defineRoute({
  method: "POST",
  path: "/api/v1/skills/{name}/versions",
  summary: "Publish a version whose archive has been uploaded.",
  needs: "skills:publish",
  body: hubPublicationSchema,
  sample: {
    params: { name: "pdf" },
    body: {
      ...{ version: "1.0.0", description: "d", digest: `sha256:${"0".repeat(64)}` },
      archive: { digest: `sha256:${"0".repeat(64)}`, size: 1 },
    },
  },
  handle: async (call) => {
    const { params, body, tenant } = call;
    const { name = "" } = params;
    if (!skillName.test(name)) throw new Refusal("INVALID_REQUEST", `${name} is not a name for a skill.`);
    const inspected = inspectSkill(await readTree(call, name), name);
    return call.hub.database.write(tenant, (transaction) =>
      publish(transaction, call, { ...inspected, name, body }),
    );
  },
});

/** As the standard has names, with an optional scope before a slash. */
const skillName = /^(?:@?[a-z0-9][a-z0-9_-]{0,63}\/)?[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

type PublishCall = Call<object, HubPublication>;

/** The content of the uploaded archive. What it hashes to is computed here, never believed. */
async function readTree({ hub, body }: PublishCall, name: string): Promise<FileTree> {
  const blob = await hub.database.read
    .selectFrom("blobs")
    .select("bytes")
    .where("digest", "=", body.archive.digest)
    .executeTakeFirst();
  if (blob === undefined)
    throw new Refusal("INVALID_REQUEST", `Upload the archive ${body.archive.digest} first.`);
  const tree = await readArchive(blob.bytes, { source: `${name}@${body.version}`, stripsFolder: true });
  const digest = digestTree(tree);
  if (digest !== body.digest)
    throw new Refusal("INVALID_PACKAGE", `The content digest is ${digest}, not ${body.digest}.`);
  return tree;
}

type Publishing = InspectedSkill & { readonly name: string; readonly body: HubPublication };

async function publish(
  transaction: HubTransaction,
  { hub, principal, tenant }: PublishCall,
  { name, body, requested, findings }: Publishing,
): Promise<Response> {
  const skill = await transaction
    .selectFrom("skills")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .executeTakeFirst();
  const team = skill?.team ?? teamOf(principal, tenant);
  const permission = skill === undefined ? "skills:create" : "skills:publish";
  if (principal === undefined || !mayDo(principal, { permission, tenant, team }))
    throw new Refusal(
      "FORBIDDEN",
      `This needs the permission ${permission} in the team ${team || "of the tenant"}.`,
    );
  const known = await transaction
    .selectFrom("versions")
    .select("digest")
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .where("version", "=", body.version)
    .executeTakeFirst();
  // The same bytes again, as after a lost answer, is no conflict.
  if (known?.digest === body.digest) return Response.json({ state: "approved" });
  if (known !== undefined)
    throw new Refusal(
      "VERSION_CONFLICT",
      `Version ${body.version} of ${name} is published and cannot change.`,
    );
  const now = hub.now();
  const state = "approved";
  await recordChange(transaction, {
    ...{ tenant, actor: principal.id, action: "version-published", subject: `${name}@${body.version}` },
    skill: { name, digest: body.digest },
    details: { digest: body.digest, state },
    time: now,
  });
  const row: SkillRow = {
    ...{ tenant, name, team, visibility: skill?.visibility ?? "tenant", description: body.description },
    created_by: skill?.created_by ?? principal.id,
    ...{ created_at: skill?.created_at ?? now, changed_at: now },
  };
  await store(transaction, row, {
    ...{ tenant, name, version: body.version, digest: body.digest, description: body.description },
    ...{ archive_digest: body.archive.digest, archive_size: body.archive.size },
    ...{ signature_digest: body.signature?.digest ?? null, signature_size: body.signature?.size ?? null },
    ...{ signer: null, publisher: principal.id, published_at: now, state },
    ...{ requested: JSON.stringify(requested), findings: JSON.stringify(findings) },
    ...{ yanked: null, deprecated: null },
  });
  return Response.json({ state }, { status: 201 });
}

async function store(transaction: HubTransaction, skill: SkillRow, version: VersionRow): Promise<void> {
  const { description, changed_at } = skill;
  await transaction
    .insertInto("skills")
    .values(skill)
    .onConflict((conflict) => conflict.columns(["tenant", "name"]).doUpdateSet({ description, changed_at }))
    .execute();
  await transaction.insertInto("versions").values(version).execute();
}

/** A new skill belongs to the team of whoever creates it, if their role is in a team only. */
function teamOf(principal: PublishCall["principal"], tenant: string): string {
  const grants = principal?.grants.filter((grant) => grant.tenant === tenant) ?? [];
  return grants.some(({ team }) => team === "") ? "" : (grants[0]?.team ?? "");
}

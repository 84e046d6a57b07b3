import { draftListSchema, draftSchema, publishedDraftSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { writeTarGz } from "@skillwright/packaging";
import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { HubReader, HubTransaction } from "../database/database.ts";
import type { DraftRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { judgeDraft, treeOfDraft } from "./judge-draft.ts";
import { isSkillName, publishVersion } from "./publish-version.ts";

const version = z.string().min(1).max(hubLimits.versionLength);
const draft = z.strictObject({
  version: version.describe("The version that it is going to be."),
  text: z.string().max(hubLimits.draftLength).describe("SKILL.md."),
  base: version.optional().describe("A version of the same skill whose other files stay as they are."),
});
const sample = { params: { name: "pdf" } };

/**
 * Skills that people are still writing. A draft is no version: only its author sees it and no agent gets it, however policies change, until
 * its author publishes it like any other version.
 */
export const draftRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/drafts",
    summary: "Your drafts, the last changed one first.",
    needs: "skills:publish",
    answer: draftListSchema,
    handle: async (call) => {
      const rows = await ownDrafts(call.hub.database.read, call)
        .select(["name", "version", "base", "changed_at"])
        .orderBy("changed_at", "desc")
        .orderBy("name")
        .limit(hubLimits.draftsEach)
        .execute();
      return Response.json({ drafts: rows.map(toSummary) }, uncached);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/drafts/{name}",
    summary: "A draft of yours, with what the security rules and the policies say about it now.",
    needs: "skills:publish",
    answer: draftSchema,
    sample,
    handle: async (call) => answer(call, await expectDraft(call.hub.database.read, call)),
  }),
  defineRoute({
    method: "PUT",
    path: "/api/v1/drafts/{name}",
    summary: "Save a draft, in the place of the one that you had of this skill.",
    needs: "skills:publish",
    body: draft,
    answer: draftSchema,
    sample: { ...sample, body: { version: "1.0.0", text: "---\nname: pdf\n---\n" } },
    handle: async (call) => {
      const { hub, tenant, body } = call;
      const row = await hub.database.write(tenant, (transaction) => save(transaction, call, body));
      return answer(call, row);
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/v1/drafts/{name}",
    summary: "Throw a draft of yours away.",
    needs: "skills:publish",
    sample,
    handle: async (call) => {
      const { hub, tenant, principal } = call;
      await hub.database.write(tenant, async (transaction) => {
        const { name } = await expectDraft(transaction, call);
        await recordChange(transaction, {
          ...{ tenant, actor: principal?.id ?? "", action: "draft-removed", subject: name, time: hub.now() },
          skill: { name },
        });
        await remove(transaction, call);
      });
      return new Response(null, { status: 204 });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/drafts/{name}/publication",
    summary: "Publish a draft as its version, under the policies like any other. The draft is gone then.",
    needs: "skills:publish",
    body: z.strictObject({}),
    answer: publishedDraftSchema,
    sample: { ...sample, body: {} },
    handle: async (call) => {
      const { hub, tenant } = call;
      const row = await expectDraft(hub.database.read, call);
      const tree = await treeOfDraft(call, row);
      const { state } = await publishVersion(call, {
        ...{ name: row.name, version: row.version, tree, archive: writeTarGz(tree), isPlain: true },
      });
      await hub.database.write(tenant, (transaction) => remove(transaction, call));
      return Response.json({ version: row.version, state }, { status: 201 });
    },
  }),
];

const uncached = { headers: { "cache-control": "no-store" } };

type Caller = Pick<Call<object, unknown>, "tenant" | "principal" | "params">;

function ownDrafts(database: HubReader, { tenant, principal }: Caller) {
  return database
    .selectFrom("drafts")
    .where("tenant", "=", tenant)
    .where("author", "=", principal?.id ?? "");
}

async function expectDraft(database: HubReader, caller: Caller): Promise<DraftRow> {
  const { name = "" } = caller.params;
  const row = await ownDrafts(database, caller).selectAll().where("name", "=", name).executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND", `You have no draft of ${name.slice(0, 200)}.`);
  return row;
}

async function save(
  transaction: HubTransaction,
  { hub, tenant, principal, params }: Call<object, unknown>,
  { version: number, text, base }: z.infer<typeof draft>,
): Promise<DraftRow> {
  const { name = "" } = params;
  if (!isSkillName(name))
    throw new Refusal("INVALID_REQUEST", `${JSON.stringify(name.slice(0, 200))} is not a name for a skill.`);
  const [author, now] = [principal?.id ?? "", hub.now()];
  await recordChange(transaction, {
    ...{ tenant, actor: author, action: "draft-saved", subject: `${name}@${number}`, time: now },
    skill: { name },
  });
  const others = await ownDrafts(transaction, { tenant, principal, params })
    .select("name")
    .where("name", "!=", name)
    .limit(hubLimits.draftsEach)
    .execute();
  if (others.length >= hubLimits.draftsEach)
    throw new Refusal("CONFLICT", `You have ${hubLimits.draftsEach} drafts, the most there may be.`);
  const content = { version: number, base: base ?? null, text, changed_at: now };
  await transaction
    .insertInto("drafts")
    .values({ tenant, author, name, ...content })
    .onConflict((conflict) => conflict.columns(["tenant", "author", "name"]).doUpdateSet(content))
    .execute();
  return { tenant, author, name, ...content };
}

async function remove(transaction: HubTransaction, { tenant, principal, params }: Caller): Promise<void> {
  await transaction
    .deleteFrom("drafts")
    .where("tenant", "=", tenant)
    .where("author", "=", principal?.id ?? "")
    .where("name", "=", params.name ?? "")
    .execute();
}

async function answer(call: Call<object, unknown>, row: DraftRow): Promise<Response> {
  return Response.json({ ...toSummary(row), text: row.text, ...(await judgeDraft(call, row)) }, uncached);
}

function toSummary({
  name,
  version: number,
  base,
  changed_at,
}: Omit<DraftRow, "text" | "tenant" | "author">) {
  return {
    ...{ name, version: number, changedAt: new Date(changed_at).toISOString() },
    ...compact({ base: base ?? undefined }),
  };
}

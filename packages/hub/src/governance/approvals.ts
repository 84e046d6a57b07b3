import {
  type Approval,
  type ApprovalReview,
  approvalListSchema,
  approvalReviewSchema,
  approvalSchema,
  approvalStates,
  type PrincipalNames,
} from "@skillwright/core/registry";
import type { ExpressionBuilder } from "kysely";
import { z } from "zod";
import { namesOfPrincipals } from "../access/names.ts";
import { mayDo, type Principal } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubReader, HubTransaction } from "../database/database.ts";
import type { ApprovalRow, Tables, VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { readOwnSkill, readVersion } from "../registry/find-skill.ts";
import { mayReadVersion } from "../registry/visibility.ts";
import { effectivePolicy } from "./active-policy.ts";
import { differenceOf, toRequest } from "./difference.ts";
import { findConflict, isSamePerson } from "./four-eyes.ts";
import { readRequested } from "./requested.ts";
import { reviewablePlaces } from "./reviewable.ts";
import { settleExpired } from "./settle-expired.ts";
import {
  askForApproval,
  judgeRow,
  lastApproval,
  openRequest,
  readAsks,
  settleVersion,
} from "./settle-version.ts";

const remark = z.string().max(hubLimits.remarkLength);

/** The queue: who asks for what, and what a reviewer needs to know. */
export const approvalRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/approvals",
    summary:
      "Requests for approval, the oldest first; decided ones by when they were decided, the newest first.",
    needs: "approvals:read",
    query: z.object({
      state: z.enum(approvalStates).default("pending"),
      name: z.string().max(200).optional(),
    }),
    answer: approvalListSchema,
    handle: async ({ hub, tenant, principal, query: { state, name } }) => {
      await settleExpired(hub, tenant);
      const places = await reviewablePlaces(hub.database.read, tenant, principal);
      const rows = await hub.database.read
        .selectFrom("approvals")
        .selectAll()
        .where("tenant", "=", tenant)
        .where("state", "=", state)
        .where("name", "in", (inner) =>
          inner
            .selectFrom("skills")
            .select("name")
            .where("tenant", "=", tenant)
            .where(({ or, and, eb }) =>
              or(
                places.map((one) => and([eb("team", "=", one.team), eb("visibility", "=", one.visibility)])),
              ),
            ),
        )
        .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""))
        .$if(state === "pending", (query) => query.where(isNeeded).orderBy("asked_at"))
        .$if(state !== "pending", (query) => query.orderBy("decided_at", "desc").orderBy("asked_at", "desc"))
        .limit(hubLimits.pageRows)
        .execute();
      const approvals = await withVersions(hub.database.read, rows);
      return Response.json({ approvals, names: await namesIn(hub.database.read, approvals) });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/approvals/{id}",
    summary:
      "A request with the difference to the last approved version, findings and the policies' verdict.",
    needs: "approvals:read",
    answer: approvalReviewSchema,
    handle: async ({ hub, tenant, principal, params }) => {
      const { approval, version } = await findApproval(hub.database.read, tenant, params.id ?? "");
      const skill = await readOwnSkill(hub.database.read, { tenant, name: version.name });
      if (skill === undefined || !mayReadVersion(skill, version.state, principal)) throw unknownRequest();
      const policy = await effectivePolicy(hub.database.read, tenant);
      const { requested, findings, scan } = readRequested(version);
      const conflict =
        principal && policy.rules.fourEyes
          ? await findConflict(hub.database.read, principal, {
              ...{ publisher: version.publisher, askedBy: approval.asked_by, tenant },
            })
          : undefined;
      const shown = toApproval(approval, version);
      const review: ApprovalReview = {
        approval: shown,
        verdict: judgeRow(version, policy),
        ...{ requested: toRequest(requested), findings, scan },
        ...(await differenceOf(hub, version)),
        ...(conflict !== undefined && { undecidable: conflict }),
        names: await namesIn(hub.database.read, [shown]),
      };
      return Response.json(review);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/skills/{name}/versions/{version}/approvals",
    summary: "Ask for the approval of a version.",
    needs: "skills:publish",
    body: z.strictObject({ reason: remark.default("") }),
    answer: approvalSchema,
    sample: { params: { name: "pdf", version: "1.0.0" }, body: {} },
    handle: async (call) => {
      const { hub, tenant } = call;
      const row = await hub.database.write(tenant, (transaction) => request(transaction, call));
      return Response.json(row, { status: 201 });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/approvals/{id}/withdrawal",
    summary: "Take a request back. The version becomes a draft.",
    needs: "skills:publish",
    body: z.strictObject({}),
    answer: approvalSchema,
    sample: { params: { id: "0" } },
    handle: async (call) => {
      const { hub, tenant } = call;
      return Response.json(await hub.database.write(tenant, (transaction) => withdraw(transaction, call)));
    },
  }),
];

/** A policy that asks for less can approve a version whose request is still open. Nobody needs to decide it unless the policy is taken back. */
function isNeeded({ exists, not, selectFrom }: ExpressionBuilder<Tables, "approvals">) {
  const approved = selectFrom("versions")
    .select("versions.version")
    .whereRef("versions.tenant", "=", "approvals.tenant")
    .whereRef("versions.name", "=", "approvals.name")
    .whereRef("versions.version", "=", "approvals.version")
    .where("versions.state", "in", ["approved", "deprecated"]);
  return not(exists(approved));
}

async function request(
  transaction: HubTransaction,
  { hub, tenant, principal, params, body }: Call<object, { readonly reason: string }>,
): Promise<Approval> {
  const { name = "", version: number = "" } = params;
  const version = await readVersion(transaction, { tenant, name, version: number });
  if (version === undefined || principal === undefined)
    throw new Refusal("NOT_FOUND", `${name}@${number} is not published.`);
  await expectTeam(transaction, principal, { permission: "skills:publish", version });
  const policy = await effectivePolicy(transaction, tenant);
  const verdict = judgeRow(version, policy);
  const [because] = verdict.reasons;
  if (verdict.effect === "deny")
    throw new Refusal("CONFLICT", `The policy rejects ${name}@${number}: ${because?.reason ?? ""}.`);
  const last = await lastApproval(transaction, version);
  if ((await openRequest(transaction, version)) !== undefined)
    throw new Refusal("CONFLICT", "It already waits for an approval.");
  if (version.state === "approved" || version.state === "deprecated")
    throw new Refusal("CONFLICT", `${name}@${number} is already approved.`);
  const now = hub.now();
  await recordChange(transaction, {
    ...{ tenant, actor: principal.id, action: "approval-requested", subject: `${name}@${number}` },
    ...{ skill: { name, digest: version.digest }, details: { reason: body.reason }, time: now },
  });
  const row = await askForApproval(transaction, {
    ...{ version, verdict, policy, now, askedBy: principal.id, reason: body.reason, after: last },
  });
  await settleVersion(transaction, version, { policy, now });
  return toApproval(row, version);
}

async function withdraw(
  transaction: HubTransaction,
  { hub, tenant, principal, params }: Call<object, object>,
): Promise<Approval> {
  const { approval, version } = await findApproval(transaction, tenant, params.id ?? "");
  if (principal === undefined) throw new Refusal("UNAUTHORIZED", "This needs a valid token.");
  const isOwn =
    (await isSamePerson(transaction, [principal.id, approval.asked_by], tenant)) ||
    (await isSamePerson(transaction, [principal.id, version.publisher], tenant));
  const skill = await readOwnSkill(transaction, { tenant, name: version.name });
  if (!isOwn && !mayDo(principal, { permission: "skills:manage", tenant, team: skill?.team ?? "" }))
    throw new Refusal(
      "FORBIDDEN",
      "Only whoever asked, the publisher or an administrator takes a request back.",
    );
  if (approval.state !== "pending") throw alreadyDecided(approval);
  const now = hub.now();
  const { name, version: number, digest } = approval;
  await recordChange(transaction, {
    ...{ tenant, actor: principal.id, action: "approval-withdrawn", subject: `${name}@${number}` },
    ...{ skill: { name, digest }, details: { approval: approval.id }, time: now },
  });
  const decided = { state: "withdrawn", decided_by: principal.id, decided_at: now } as const;
  await transaction.updateTable("approvals").set(decided).where("id", "=", approval.id).execute();
  await settleVersion(transaction, version, { policy: await effectivePolicy(transaction, tenant), now });
  return toApproval({ ...approval, ...decided }, version);
}

export function alreadyDecided({ state }: Pick<ApprovalRow, "state">): Refusal {
  return new Refusal("CONFLICT", `The request is already ${state}.`);
}

/** A request of this tenant and its version. Those of other tenants do not exist here. */
export async function findApproval(
  database: HubReader,
  tenant: string,
  id: string,
): Promise<{ readonly approval: ApprovalRow; readonly version: VersionRow }> {
  const approval = await database
    .selectFrom("approvals")
    .selectAll()
    .where("id", "=", id)
    .where("tenant", "=", tenant)
    .executeTakeFirst();
  const version = approval && (await readVersion(database, approval));
  if (approval === undefined || version === undefined) throw unknownRequest();
  return { approval, version };
}

function unknownRequest(): Refusal {
  return new Refusal("NOT_FOUND", "There is no such request for approval.");
}

type TeamQuestion = {
  readonly permission: "skills:publish" | "approvals:decide";
  readonly version: Pick<VersionRow, "tenant" | "name">;
};

/** A role in a team counts for the skills of that team only. */
export async function expectTeam(
  database: HubReader,
  principal: Principal,
  { permission, version: { tenant, name } }: TeamQuestion,
): Promise<void> {
  const skill = await database
    .selectFrom("skills")
    .select("team")
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .executeTakeFirst();
  if (mayDo(principal, { permission, tenant, team: skill?.team ?? "" })) return;
  throw new Refusal("FORBIDDEN", `This needs the permission ${permission} in the team that owns ${name}.`);
}

async function withVersions(database: HubReader, rows: readonly ApprovalRow[]): Promise<readonly Approval[]> {
  const found: Approval[] = [];
  for (const row of rows) found.push(toApproval(row, await readVersion(database, row)));
  return found;
}

async function namesIn(database: HubReader, approvals: readonly Approval[]): Promise<PrincipalNames> {
  return namesOfPrincipals(
    database,
    approvals.flatMap(({ askedBy, publisher, decidedBy }) => [askedBy, publisher, decidedBy ?? null]),
  );
}

export function toApproval(
  row: ApprovalRow,
  about: Pick<VersionRow, "publisher" | "requested" | "findings"> | undefined,
): Approval {
  const publisher = about?.publisher ?? "";
  const scan = about && readRequested(about).scan;
  const { id, tenant, name, version, digest, state, reason } = row;
  return {
    ...{ id, tenant, name, version, digest, state, publisher, reason, asks: readAsks(row) },
    ...{ askedBy: row.asked_by, askedAt: new Date(row.asked_at).toISOString() },
    ...{ policyVersion: row.policy_version, enterprisePolicyVersion: row.enterprise_policy_version },
    ...(scan && { scanVerdict: scan.verdict }),
    ...(row.decided_by !== null && { decidedBy: row.decided_by }),
    ...(row.decided_at !== null && { decidedAt: new Date(row.decided_at).toISOString() }),
    ...(row.comment !== null && { comment: row.comment }),
    ...(row.expires_at !== null && { expiresAt: new Date(row.expires_at).toISOString() }),
  };
}

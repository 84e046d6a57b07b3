import { approvalSchema, type DecisionResult, decisionResultsSchema } from "@skillwright/core/registry";
import { z } from "zod";
import type { Principal } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import type { ApprovalRow, VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { changeState } from "../state/issue-state.ts";
import { type EffectivePolicy, effectivePolicy } from "./active-policy.ts";
import { alreadyDecided, expectTeam, findApproval, toApproval } from "./approvals.ts";
import { findConflict } from "./four-eyes.ts";
import { judgeRow, settleVersion } from "./settle-version.ts";

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const decision = {
  decision: z.enum(["approved", "rejected"]),
  comment: z.string().max(hubLimits.remarkLength).default(""),
  /** If present, the request must still be in this state, so that a late rejection does not take back what another reviewer approved. */
  was: z.enum(["pending", "approved"]).optional(),
  /** When the approval ends, if that is earlier than the policy says. */
  expiresAt: z.iso.datetime().optional(),
};
const decisionSchema = z.strictObject({ ...decision, digest });
const bulkSchema = z.strictObject({
  ...decision,
  approvals: z
    .array(z.strictObject({ id: z.string().max(100), digest }))
    .min(1)
    .max(hubLimits.bulkDecisions),
});

const sample = { decision: "approved", digest: `sha256:${"0".repeat(64)}` };

/** Decisions name the content that the reviewer saw: they are for that and nothing else. */
export const decisionRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/v1/approvals/{id}/decision",
    summary: "Approve or reject a request, or take an approval back by rejecting it.",
    needs: "approvals:decide",
    body: decisionSchema,
    answer: approvalSchema,
    sample: { params: { id: "0" }, body: sample },
    handle: async ({ hub, tenant, principal, params, body }) => {
      const { approval, version } = await decide(hub, { tenant, principal, id: params.id ?? "", ...body });
      return Response.json(toApproval(approval, version));
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/approvals/decisions",
    summary: "Decide several requests alike. Each succeeds or fails by itself.",
    needs: "approvals:decide",
    body: bulkSchema,
    answer: decisionResultsSchema,
    sample: { body: { decision: "approved", approvals: [{ id: "0", digest: sample.digest }] } },
    handle: async ({ hub, tenant, principal, body: { approvals, ...common } }) => {
      const results: DecisionResult[] = [];
      for (const { id, digest } of approvals) {
        const request = { tenant, principal, id, digest, ...common };
        results.push(await decide(hub, request).then(toResult, (error) => toFailure(id, error)));
      }
      return Response.json({ results });
    },
  }),
];

function toResult({ approval: { id, state } }: Decided): DecisionResult {
  return { id, state };
}

function toFailure(id: string, error: unknown): DecisionResult {
  if (!(error instanceof Refusal)) throw error;
  return { id, error: { code: error.code, message: error.message } };
}

type DecisionRequest = z.infer<typeof decisionSchema> & {
  readonly tenant: string;
  readonly principal: Call<unknown, unknown>["principal"];
  readonly id: string;
};

type Decided = { readonly approval: ApprovalRow; readonly version: VersionRow };

async function decide(hub: Hub, request: DecisionRequest): Promise<Decided> {
  const { tenant, principal, id } = request;
  if (principal === undefined) throw new Refusal("UNAUTHORIZED", "This needs a valid token.");
  return changeState(hub, {
    tenant,
    work: async (transaction, now) => {
      const { approval, version } = await findApproval(transaction, tenant, id);
      const policy = await effectivePolicy(transaction, tenant);
      await expectDecidable(transaction, { principal, request, approval, version, policy });
      const { name, digest: content } = approval;
      const subject = `${name}@${approval.version}`;
      const expiresAt = expiryOf(request, policy, now);
      await recordChange(transaction, {
        ...{ tenant, actor: principal.id, action: `approval-${request.decision}`, subject, time: now },
        skill: { name, digest: content },
        details: {
          ...{ approval: id, comment: request.comment, requested: JSON.parse(version.requested) },
          ...{ policy: policy.version, enterprisePolicy: policy.enterpriseVersion },
        },
      });
      const decided = {
        ...{ state: request.decision, decided_by: principal.id, decided_at: now, comment: request.comment },
        expires_at: request.decision === "approved" ? expiresAt : null,
        // What the reviewer was shown is what the policies say now, not when approval was requested.
        asks: JSON.stringify(judgeRow(version, policy).reasons.map(({ rule }) => rule)),
        ...{ policy_version: policy.version, enterprise_policy_version: policy.enterpriseVersion },
      };
      await transaction.updateTable("approvals").set(decided).where("id", "=", id).execute();
      await settleVersion(transaction, version, { policy, now });
      return { approval: { ...approval, ...decided }, version };
    },
  });
}

type Situation = Decided & {
  readonly principal: Principal;
  readonly request: DecisionRequest;
  readonly policy: EffectivePolicy;
};

async function expectDecidable(transaction: HubTransaction, situation: Situation): Promise<void> {
  const { principal, request, approval, version, policy } = situation;
  await expectTeam(transaction, principal, { permission: "approvals:decide", version });
  const takesBack = approval.state === "approved" && request.decision === "rejected";
  const isChanged = request.was !== undefined && request.was !== approval.state;
  if (isChanged || (approval.state !== "pending" && !takesBack)) throw alreadyDecided(approval);
  const isSeen = request.digest === approval.digest && approval.digest === version.digest;
  if (!isSeen || approval.requested !== version.requested)
    throw new Refusal("CONFLICT", `The request is for ${approval.digest}, not for ${request.digest}.`);
  if (request.decision === "rejected") return;
  const verdict = judgeRow(version, policy);
  if (verdict.effect === "deny")
    throw new Refusal("CONFLICT", `The policy rejects it: ${verdict.reasons[0]?.reason ?? ""}.`);
  const { publisher } = version;
  const conflict = policy.rules.fourEyes
    ? await findConflict(transaction, principal, {
        publisher,
        askedBy: approval.asked_by,
        tenant: version.tenant,
      })
    : undefined;
  if (conflict !== undefined) throw new Refusal("FORBIDDEN", conflict);
}

/** The earlier of what the reviewer and what the policies say. */
function expiryOf({ expiresAt }: DecisionRequest, { rules }: EffectivePolicy, now: number): number | null {
  const ends = [
    ...(expiresAt === undefined ? [] : [Date.parse(expiresAt)]),
    ...(rules.approvalDays === undefined ? [] : [now + rules.approvalDays * 86_400_000]),
  ];
  const end = Math.min(...ends);
  if (end <= now) throw new Refusal("INVALID_REQUEST", "body.expiresAt: expected a time in the future");
  return ends.length === 0 ? null : end;
}

import { createdTokenSchema, tokenPageSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import type { ExpressionBuilder, SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { Tables, TokenRow } from "../database/tables.ts";
import { nameField, pageQuery, teamField } from "../http/fields.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import {
  enterprise,
  mayDo,
  mayGive,
  type Permission,
  type Principal,
  permissions,
  type Role,
  roles,
  teamsOf,
} from "./permissions.ts";
import {
  createToken,
  endTokens,
  isOver,
  madeBy,
  type NewToken,
  scopesOf,
  withDescendants,
} from "./tokens.ts";

const day = 86_400_000;
const expiresInDays = z.int().min(1).max(hubLimits.tokenDays).default(90);
const scopes = z.array(z.enum(permissions)).min(1).max(permissions.length).optional();

type PersonalToken = {
  readonly name: string;
  readonly scopes?: Permission[] | undefined;
  readonly expiresInDays: number;
};
const personalToken: z.ZodType<PersonalToken> = z.strictObject({ name: nameField, scopes, expiresInDays });

type ServiceToken = PersonalToken & {
  readonly role: Role;
  readonly team: string;
};
const serviceToken: z.ZodType<ServiceToken> = z.strictObject({
  ...{ name: nameField, scopes, expiresInDays, team: teamField.default("") },
  role: z.enum(roles).default("reader"),
});

/** Tokens: created, listed and revoked. Their secrets are in the answer to the creation and nowhere else. */
export const tokenRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/v1/me/tokens",
    summary: "Create a token that acts for you. It is shown only in this answer.",
    needs: "credentials",
    body: personalToken,
    answer: createdTokenSchema,
    sample: { body: { name: "laptop" } },
    handle: async (call) => {
      const { principal, body, tenant } = call;
      const person = principal?.person;
      if (principal === undefined || person === undefined)
        throw new Refusal(
          "INVALID_REQUEST",
          "This token acts for no person. Create one with a role instead.",
        );
      if (!principal.grants.some((grant) => grant.tenant === tenant || grant.tenant === enterprise))
        throw new Refusal("FORBIDDEN", "You have no role in this tenant.");
      const given = body.scopes ?? principal.scopes;
      const isMore =
        principal.scopes !== undefined && !given?.every((one) => principal.scopes?.includes(one));
      if (isMore) throw new Refusal("FORBIDDEN", "A token cannot have scopes that yours does not have.");
      return create(call, principal, { kind: "personal", name: body.name, tenant, person, scopes: given });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/tokens",
    summary: "Create a token with a role of its own. It is shown only in this answer.",
    needs: "tokens:write",
    body: serviceToken,
    answer: createdTokenSchema,
    sample: { body: { name: "build", role: "reader" } },
    handle: async (call) => {
      const { principal, body, tenant } = call;
      const given = { tenant, team: body.team, role: body.role, scopes: body.scopes };
      if (principal === undefined || !mayGive(principal, given))
        throw new Refusal("FORBIDDEN", "A token cannot have more permissions than you have there.");
      return create(call, principal, { kind: "service", name: body.name, ...given });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/me/tokens",
    summary: "Your tokens and those you have created, without their secrets.",
    needs: "credentials",
    query: pageQuery,
    answer: tokenPageSchema,
    handle: async ({ hub, principal, query }) => {
      const rows = await pageOfTokens(hub, query.after)
        .where((where) => isOwn(where, principal))
        .execute();
      return listOf(rows, hub.now());
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/tokens",
    summary: "All tokens of the tenant, or of your teams in it and your own, without their secrets.",
    needs: "members:read",
    query: pageQuery,
    answer: tokenPageSchema,
    handle: async ({ hub, tenant, principal, query }) => {
      const teams = principal && teamsOf(principal, { permission: "members:read", tenant });
      const rows = await pageOfTokens(hub, query.after)
        .where("tenant", "=", tenant)
        .$if(teams !== undefined, (some) =>
          some.where((where) => where.or([where("team", "in", [...(teams ?? [])]), isOwn(where, principal)])),
        )
        .execute();
      return listOf(rows, hub.now());
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/v1/tokens/{id}",
    summary:
      "Revoke a token of yours, or of a tenant that you administer. It ends at once, with the sessions it has opened and all tokens and addresses it has made.",
    needs: "credentials",
    sample: { params: { id: "0" } },
    handle: async ({ hub, principal, params }) => {
      const { id = "" } = params;
      const row = await hub.database.read
        .selectFrom("tokens")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined || principal === undefined || !mayRevoke(principal, row))
        throw new Refusal("NOT_FOUND", "You have no such token.");
      const now = hub.now();
      // What it made may be in other tenants, and nothing may be made meanwhile.
      await hub.database.writeAll(async (transaction) => {
        const ids = await withDescendants(transaction, [id]);
        await recordChange(transaction, {
          ...{ tenant: row.tenant, actor: principal.id, action: "token-revoked", subject: `token:${id}` },
          ...{ details: { tokens: ids.length, ids: ids.slice(0, hubLimits.pageRows) }, time: now },
        });
        await endTokens(transaction, ids, now);
      });
      return new Response(null, { status: 204 });
    },
  }),
];

type TokenQuery = SelectQueryBuilder<Tables, "tokens", TokenRow>;

function pageOfTokens({ database }: Hub, after: string): TokenQuery {
  return database.read
    .selectFrom("tokens")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(hubLimits.pageRows);
}

/** Tokens that act for whoever asks, and those that they have created. */
function isOwn(where: ExpressionBuilder<Tables, "tokens">, principal: Principal | undefined) {
  return where.or([
    where("person", "=", principal?.person ?? ""),
    where("created_by", "=", principal?.id ?? ""),
  ]);
}

type TokenPlan = Omit<NewToken, "createdBy" | "parent" | "expiresAt">;

async function create(
  { hub, tenant, body }: Call<object, PersonalToken>,
  principal: Principal,
  plan: TokenPlan,
): Promise<Response> {
  const now = hub.now();
  const made = madeBy(principal, now + body.expiresInDays * day);
  const expiresAt = new Date(made.expiresAt).toISOString();
  const created = await hub.database.write(tenant, async (transaction) => {
    const { kind, role, team, scopes: given } = plan;
    await recordChange(transaction, {
      ...{ tenant, actor: made.createdBy, action: "token-created", subject: plan.name, time: now },
      details: { kind, ...compact({ role, team, scopes: given }), expiresAt },
    });
    return createToken(transaction, { ...plan, ...made }, now);
  });
  return Response.json({ ...created, expiresAt }, { status: 201, headers: { "cache-control": "no-store" } });
}

/** A token may always end itself. Those with scopes manage others only if that is one of them. */
function mayRevoke(principal: Principal, { person, created_by, tenant, team, id }: TokenRow): boolean {
  if (principal.credential === `token:${id}`) return true;
  if (principal.scopes !== undefined && !principal.scopes.includes("tokens:write")) return false;
  const isOwn = person !== null && person === principal.person;
  if (isOwn || created_by === principal.id) return true;
  return mayDo(principal, { permission: "members:write", tenant, team });
}

function listOf(rows: readonly TokenRow[], now: number): Response {
  const next = rows.length === hubLimits.pageRows ? rows.at(-1)?.id : undefined;
  const tokens = rows.map((row) => ({
    ...{ id: row.id, name: row.name, kind: row.kind, tenant: row.tenant, team: row.team },
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    isValid: !isOver(row, now),
    ...compact({
      role: row.role ?? undefined,
      person: row.person ?? undefined,
      scopes: scopesOf(row),
      parent: row.parent ?? undefined,
      expiresAt: toTime(row.expires_at),
      usedAt: toTime(row.used_at),
    }),
  }));
  return Response.json({ tokens, ...compact({ next }) }, { headers: { "cache-control": "no-store" } });
}

function toTime(time: number | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString();
}

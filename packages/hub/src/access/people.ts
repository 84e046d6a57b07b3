import { randomBytes } from "node:crypto";
import { personStateSchema, type SignInLink, signInLinkSchema } from "@skillwright/core/registry";
import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { keepAdministrator } from "./administrators.ts";
import { enterprise } from "./permissions.ts";
import { createToken } from "./tokens.ts";

/** People as the whole hub knows them; their roles are per tenant. */
export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: "PUT",
    path: "/api/v1/people/{person}",
    summary: "Disable or enable a person. Tokens and sessions of a disabled person do not work.",
    needs: "tenants:write",
    body: z.strictObject({ isDisabled: z.boolean() }),
    answer: personStateSchema,
    sample: { params: { person: "0" }, body: { isDisabled: true } },
    handle: async ({ hub, principal, tenant, params, body }) => {
      const { person = "" } = params;
      const now = hub.now();
      const action = body.isDisabled ? "person-disabled" : "person-enabled";
      await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor: principal?.id ?? "", action, subject: `person:${person}`, time: now },
        });
        const changed = await transaction
          .updateTable("people")
          .set({ disabled_at: body.isDisabled ? now : null })
          .where("id", "=", person)
          .executeTakeFirst();
        if (changed.numUpdatedRows !== 1n) throw new Refusal("NOT_FOUND", "There is no such person.");
        await keepAdministrator(transaction);
      });
      return Response.json({ person, ...body });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/people/{person}/link",
    summary: "Create a link that signs a person in, once.",
    // Whoever has the link is that person, in every tenant: an administrator of one tenant is not enough.
    needs: "tenants:write",
    answer: signInLinkSchema,
    sample: { params: { person: "0" } },
    handle: async ({ hub, principal, tenant, params }) => {
      const { person = "" } = params;
      const now = hub.now();
      const actor = principal?.id ?? "";
      const link = await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor, action: "link-created", subject: `person:${person}`, time: now },
        });
        const row = await transaction
          .selectFrom("people")
          .select("id")
          .where("id", "=", person)
          .executeTakeFirst();
        if (row === undefined) throw new Refusal("NOT_FOUND", "There is no such person.");
        const { token: parent } = principal ?? {};
        return createLink(transaction, { person, tenant, createdBy: actor, parent }, now);
      });
      return Response.json(link, { status: 201, headers: { "cache-control": "no-store" } });
    },
  }),
];

/** The tenant of a person's requests that name none, if none is written down: the first one below the enterprise. */
export function homeOf(memberships: readonly { readonly tenant: string }[]): string | undefined {
  return (memberships.find(({ tenant }) => tenant !== enterprise) ?? memberships[0])?.tenant;
}

export type NewPerson = {
  readonly name: string;
  readonly email?: string | undefined;
  /** The identity provider and its id of the person. */
  readonly issuer?: string;
  readonly subject?: string;
};

/** Stores a person and returns the id. */
export async function addPerson(
  transaction: HubTransaction,
  person: NewPerson,
  now: number,
): Promise<string> {
  const id = randomBytes(9).toString("hex");
  await transaction
    .insertInto("people")
    .values({
      ...{ id, name: person.name, email: person.email ?? null },
      ...{ issuer: person.issuer ?? null, subject: person.subject ?? null },
      ...{ home: null, created_at: now, disabled_at: null },
    })
    .execute();
  return id;
}

type NewLink = {
  readonly person: string;
  readonly tenant: string;
  readonly createdBy: string;
  readonly parent?: string | undefined;
  /** Milliseconds; a day if absent. */
  readonly lasts?: number;
};

/** A path that signs a person in, once and soon. */
export async function createLink(
  transaction: HubTransaction,
  { lasts = hubLimits.linkMs, ...link }: NewLink,
  now: number,
): Promise<SignInLink> {
  const expiresAt = now + lasts;
  const plan = { kind: "link", name: "sign-in link", ...link, expiresAt } as const;
  const { token } = await createToken(transaction, plan, now);
  return { link: `/sign-in/link/${token}`, expiresAt: new Date(expiresAt).toISOString() };
}

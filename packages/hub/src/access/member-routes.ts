import { invitedSchema, memberPageSchema, memberRolesSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import { nameField, pageQuery, teamField } from "../http/fields.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { keepAdministrator } from "./administrators.ts";
import { addPerson, createLink, homeOf } from "./people.ts";
import { enterprise, mayDo, mayGive, type Principal, type Role, teamsOf } from "./permissions.ts";

const personRoles = ["admin", "reviewer", "publisher", "reader"] as const satisfies readonly Role[];
type TeamRole = { readonly team: string; readonly role: (typeof personRoles)[number] };
const teamRole: z.ZodType<TeamRole> = z.strictObject({
  team: teamField.default(""),
  role: z.enum(personRoles),
});
const roleList = z.array(teamRole).min(1).max(hubLimits.rolesOfPerson);

type Invitation = {
  readonly name: string;
  readonly email?: string | undefined;
  readonly roles: readonly TeamRole[];
};
const invitation: z.ZodType<Invitation> = z.strictObject({
  name: nameField,
  email: z.email().max(200).optional(),
  roles: roleList,
});

/** People and their roles in a tenant. */
export const memberRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/members",
    summary: "Who has which role in the tenant, ordered by person; roles in teams if yours reaches them.",
    needs: "members:read",
    query: pageQuery,
    answer: memberPageSchema,
    handle: async ({ hub, tenant, principal, query }) => {
      const teams = principal && teamsOf(principal, { permission: "members:read", tenant });
      const shown = hub.database.read
        .selectFrom("memberships")
        .where("tenant", "=", tenant)
        .$if(teams !== undefined, (some) => some.where("team", "in", ["", ...(teams ?? [])]));
      const people = await hub.database.read
        .selectFrom("people")
        .select(["id", "name", "email", "disabled_at"])
        .where("id", ">", query.after)
        .where("id", "in", shown.select("person"))
        .orderBy("id")
        .limit(hubLimits.pageRows)
        .execute();
      const rows = await shown
        .selectAll()
        .where("person", "in", ["", ...people.map(({ id }) => id)])
        .orderBy("role")
        .execute();
      const members = people.flatMap(({ id, name, email, disabled_at }) =>
        rows
          .filter(({ person }) => person === id)
          .map(({ team, role, source }) => ({
            ...{ person: id, name, isDisabled: disabled_at !== null, team, role },
            isFromGroups: source === "groups",
            ...compact({ email: email ?? undefined }),
          })),
      );
      const next = people.length === hubLimits.pageRows ? people.at(-1)?.id : undefined;
      return Response.json({ members, ...compact({ next }) }, { headers: { "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/members",
    summary: "Add a person who signs in with the link of this answer, which works once.",
    needs: "members:write",
    body: invitation,
    answer: invitedSchema,
    sample: { body: { name: "Ada", roles: [{ role: "reader" }] } },
    handle: async (call) => {
      const { hub, principal, tenant, body } = call;
      requireGiving(call, body.roles);
      const now = hub.now();
      const actor = principal?.id ?? "";
      const invited = await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{
            tenant,
            actor,
            action: "member-added",
            subject: body.name,
            details: { roles: body.roles },
            time: now,
          },
        });
        await requireTeams(transaction, tenant, body.roles);
        const person = await addPerson(transaction, { name: body.name, email: body.email }, now);
        await setRoles(transaction, { person, tenant, roles: body.roles });
        const link = { person, tenant, createdBy: actor, parent: principal?.token };
        return { person, ...(await createLink(transaction, link, now)) };
      });
      return Response.json(invited, { status: 201, headers: { "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/api/v1/members/{person}",
    summary: "Replace the roles that administrators have given a person in the tenant.",
    needs: "members:write",
    body: z.strictObject({ roles: roleList }),
    answer: memberRolesSchema,
    sample: { params: { person: "0" }, body: { roles: [{ role: "reader" }] } },
    handle: async (call) => {
      await changeRoles(call, call.body.roles);
      return Response.json({ person: call.params.person, roles: call.body.roles });
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/v1/members/{person}",
    summary: "Take all roles in the tenant from a person.",
    needs: "members:write",
    sample: { params: { person: "0" } },
    handle: async (call) => {
      await changeRoles(call, []);
      return new Response(null, { status: 204 });
    },
  }),
];

async function changeRoles(call: Call<object, unknown>, roles: readonly TeamRole[]): Promise<void> {
  const { hub, principal, tenant, params } = call;
  const { person = "" } = params;
  requireGiving(call, roles);
  await hub.database.write(tenant, async (transaction) => {
    const known = await transaction
      .selectFrom("people")
      .select("id")
      .where("id", "=", person)
      .executeTakeFirst();
    if (known === undefined) throw new Refusal("NOT_FOUND", "There is no such person.");
    const before = await transaction
      .selectFrom("memberships")
      .select(["team", "role"])
      .where("person", "=", person)
      .where("tenant", "=", tenant)
      .execute();
    // A person of other tenants only: whoever is not of the enterprise learns nothing about them and changes nothing for them.
    if (before.length === 0 && !mayAddAnyone(principal))
      throw new Refusal("NOT_FOUND", "The tenant has no such person. Invite them with POST /api/v1/members.");
    // Taking a role away needs the same right as giving it.
    requireGiving(
      call,
      before.flatMap(({ team, role }) => {
        const own = personRoles.find((one) => one === role);
        return own === undefined ? [] : [{ team, role: own }];
      }),
    );
    await recordChange(transaction, {
      ...{ tenant, actor: principal?.id ?? "", action: "member-changed", subject: `person:${person}` },
      ...{ details: { before, roles }, time: hub.now() },
    });
    await requireTeams(transaction, tenant, roles);
    await setRoles(transaction, { person, tenant, roles });
    await keepAdministrator(transaction);
  });
}

function mayAddAnyone(principal: Principal | undefined): boolean {
  return (
    principal !== undefined && mayDo(principal, { permission: "members:write", tenant: enterprise, team: "" })
  );
}

function requireGiving({ principal, tenant }: Call<object, unknown>, roles: readonly TeamRole[]): void {
  for (const { team, role } of roles)
    if (principal === undefined || !mayGive(principal, { tenant, team, role }))
      throw new Refusal(
        "FORBIDDEN",
        `You may not give or take the role ${role} in the team ${team || "of the tenant"}.`,
      );
}

async function requireTeams(
  transaction: HubTransaction,
  tenant: string,
  roles: readonly TeamRole[],
): Promise<void> {
  for (const { team } of roles.filter(({ team: one }) => one !== "")) {
    const row = await transaction
      .selectFrom("teams")
      .select("name")
      .where("tenant", "=", tenant)
      .where("name", "=", team)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal("INVALID_REQUEST", `There is no team ${team}.`);
  }
}

type RolesOfPerson = {
  readonly person: string;
  readonly tenant: string;
  readonly roles: readonly TeamRole[];
};

async function setRoles(
  transaction: HubTransaction,
  { person, tenant, roles }: RolesOfPerson,
): Promise<void> {
  await keepHome(transaction, person, tenant);
  await transaction
    .deleteFrom("memberships")
    .where("person", "=", person)
    .where("tenant", "=", tenant)
    .execute();
  for (const { team, role } of roles)
    await transaction
      .insertInto("memberships")
      .values({ person, tenant, team, role, source: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** A role in another tenant must not change which tenant the person's requests are about, so the present one is written down first. */
async function keepHome(transaction: HubTransaction, person: string, tenant: string): Promise<void> {
  const rows = await transaction
    .selectFrom("memberships")
    .select("tenant")
    .where("person", "=", person)
    .orderBy("tenant")
    .execute();
  await transaction
    .updateTable("people")
    .set({ home: homeOf(rows) ?? tenant })
    .where("id", "=", person)
    .where("home", "is", null)
    .execute();
}

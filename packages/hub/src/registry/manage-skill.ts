import { z } from "zod";
import { enterprise, mayDo } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import type { SkillRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { changeSkill } from "./change-skill.ts";

const settings = z
  .strictObject({
    visibility: z.enum(["team", "tenant", "public"]).describe("Who may see it.").optional(),
    team: z
      .string()
      .max(hubLimits.nameLength)
      .describe("The team that owns it; empty for the tenant.")
      .optional(),
  })
  .refine(({ visibility, team }) => visibility !== undefined || team !== undefined, {
    error: "expected visibility, team or both",
  });

/** Who may see a skill, and which team owns it. */
export const manageSkillRoute: Route = defineRoute({
  method: "PUT",
  path: "/api/v1/skills/{name}",
  summary: "Change who may see a skill, and which team owns it.",
  needs: "skills:manage",
  body: settings,
  sample: { params: { name: "pdf" }, body: { visibility: "public" } },
  handle: (call) =>
    changeSkill(call, "skills:manage", async ({ transaction, skill, actor, now }) => {
      const { tenant, name } = skill;
      const { visibility = skill.visibility, team = skill.team } = call.body;
      const { principal } = call;
      // Giving a skill away takes the same right in both teams.
      if (principal === undefined || !mayDo(principal, { permission: "skills:manage", tenant, team }))
        throw new Refusal("FORBIDDEN", `This needs the permission skills:manage in the team ${team}.`);
      const known = await transaction
        .selectFrom("teams")
        .select("name")
        .where("tenant", "=", tenant)
        .where("name", "=", team)
        .executeTakeFirst();
      if (team !== "" && team !== skill.team && known === undefined)
        throw new Refusal("INVALID_REQUEST", `The tenant ${tenant} has no team ${team}.`);
      if (team === "" && visibility === "team")
        throw new Refusal("INVALID_REQUEST", "A skill without a team cannot be visible to its team only.");
      if (visibility === "team") await expectUndeployed(transaction, skill);
      await recordChange(transaction, {
        ...{ tenant, actor, action: "skill-changed", subject: name, time: now },
        skill: { name },
        details: { visibility, team, was: { visibility: skill.visibility, team: skill.team } },
      });
      await transaction
        .updateTable("skills")
        .set({ visibility, team })
        .where("tenant", "=", tenant)
        .where("name", "=", name)
        .execute();
    }),
});

/** Agents of other teams could not download it any more. A skill of the enterprise may be deployed in every tenant. */
async function expectUndeployed(transaction: HubTransaction, { tenant, name }: SkillRow): Promise<void> {
  const deployed = await transaction
    .selectFrom("deployments")
    .innerJoin("versions", (join) =>
      join
        .onRef("versions.name", "=", "deployments.name")
        .onRef("versions.version", "=", "deployments.version")
        .onRef("versions.digest", "=", "deployments.digest"),
    )
    .select("deployments.version")
    .where("versions.tenant", "=", tenant)
    .where("deployments.name", "=", name)
    .where("deployments.ended_at", "is", null)
    .$if(tenant !== enterprise, (query) => query.where("deployments.tenant", "=", tenant))
    .executeTakeFirst();
  if (deployed === undefined) return;
  throw new Refusal(
    "CONFLICT",
    `${name}@${deployed.version} is deployed to agents outside of the team. End the deployment first.`,
  );
}

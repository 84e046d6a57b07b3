import { type SkillVersion, type SkillVersions, skillVersionsSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { namesOfPeople } from "../access/names.ts";
import { mayDo, type Principal, permissions } from "../access/permissions.ts";
import type { SkillRow } from "../database/tables.ts";
import { findRevocation } from "../governance/revoked.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { findSkill, type PublicVersion, versionsOf } from "./find-skill.ts";
import { revocationsFor } from "./offered-versions.ts";
import { tagsOf } from "./tags.ts";
import { mayReadVersion } from "./visibility.ts";

/** A skill for people: also versions that are not offered, for those who take part in approvals, and who published them. */
export const listVersionsRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/skills/{name}/versions",
  summary: "A skill with every version that you may see, their states and publishers, the newest first.",
  needs: "nothing",
  query: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .default(0)
      .describe("From `next` of the last answer."),
  }),
  answer: skillVersionsSchema,
  sample: { params: { name: "pdf" } },
  handle: async ({ hub, params, principal, tenant, request, query: { cursor } }) => {
    const { name = "" } = params;
    const skill = await findSkill(hub.database, { name, tenant, principal });
    const revocations = await revocationsFor(hub, [skill.tenant, tenant]);
    const revocationOf = (row: PublicVersion) => findRevocation({ name, ...row }, revocations);
    const all = await versionsOf(hub.database, skill);
    const offered = all.filter((row) => revocationOf(row) === undefined);
    const readable = (seesRevoked(skill, principal) ? all : offered).filter(({ state }) =>
      mayReadVersion(skill, state, principal),
    );
    const end = cursor + hubLimits.pageRows;
    const page = readable.slice(cursor, end);
    const names = await namesOfPeople(
      hub.database.read,
      page.map(({ publisher }) => publisher),
      principal,
    );
    const answer: SkillVersions = {
      ...{ name, tenant: skill.tenant, team: skill.team, visibility: skill.visibility },
      description: skill.description,
      tags: await tagsOf(hub.database, skill, offered),
      permissions: tenant === skill.tenant ? permissionsFor(skill, principal) : [],
      versions: page.map((row) => toVersion(row, names.get(row.publisher), revocationOf(row)?.message)),
      ...{ total: readable.length, next: end < readable.length ? String(end) : null },
    };
    return jsonAnswer(answer, request, { isPublic: false });
  },
});

function seesRevoked({ tenant, team }: SkillRow, principal: Principal | undefined): boolean {
  return principal !== undefined && mayDo(principal, { permission: "approvals:read", tenant, team });
}

function permissionsFor(
  { tenant, team }: SkillRow,
  principal: Principal | undefined,
): SkillVersions["permissions"] {
  if (principal === undefined) return [];
  return permissions.filter((permission) => mayDo(principal, { permission, tenant, team }));
}

function toVersion(row: PublicVersion, publisherName?: string, revoked?: string): SkillVersion {
  const { version, digest, publisher, state, signer, yanked, deprecated } = row;
  return {
    ...{ version, digest, publisher, state, publishedAt: new Date(row.published_at).toISOString() },
    ...compact<Pick<SkillVersion, "publisherName" | "signer" | "yanked" | "deprecated" | "revoked">>({
      ...{ publisherName, signer: signer ?? undefined, yanked: yanked ?? undefined },
      ...{ deprecated: deprecated ?? undefined, revoked },
    }),
  };
}

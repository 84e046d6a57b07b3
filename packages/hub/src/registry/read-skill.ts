import { type HubSkill, type HubVersion, hubSkillSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { enterprise, type Principal } from "../access/permissions.ts";
import type { HubDatabase } from "../database/database.ts";
import type { SkillRow, VersionRow } from "../database/tables.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { isVisible } from "./blobs.ts";

/** The document of a skill: what clients need to choose a version. */
export const readSkillRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/skills/{name}",
  summary: "A skill and its published versions.",
  needs: "nothing",
  answer: hubSkillSchema,
  sample: { params: { name: "pdf" } },
  handle: async ({ hub, params, principal, tenant, request }) => {
    const { name = "" } = params;
    const skill = await findSkill(hub.database, { name, tenant, principal });
    if (skill === undefined) throw new Refusal("NOT_FOUND", `No skill named ${name}.`);
    const rows = await versionsOf(hub.database, skill);
    const document: HubSkill = {
      name,
      description: skill.description,
      versions: rows.filter(({ state }) => isInstallable(state)).map(toWire),
    };
    return jsonAnswer(document, request, { isPublic: skill.visibility === "public" });
  },
});

type SkillQuery = {
  readonly name: string;
  readonly tenant: string;
  readonly principal: Principal | undefined;
};

/** The skill of that name that somebody may see: of their tenant, else of the enterprise, else a public one. */
export async function findSkill(
  database: HubDatabase,
  { name, tenant, principal }: SkillQuery,
): Promise<SkillRow | undefined> {
  const rows = await database.read
    .selectFrom("skills")
    .selectAll()
    .where("name", "=", name)
    .orderBy("tenant")
    .execute();
  const visible = rows.filter((row) => isVisible(row, principal));
  return (
    visible.find((row) => row.tenant === tenant) ??
    visible.find((row) => row.tenant === enterprise) ??
    visible.find((row) => row.visibility === "public")
  );
}

/** Every version of a skill, the newest publication first. */
export async function versionsOf(
  database: HubDatabase,
  { tenant, name }: Pick<SkillRow, "tenant" | "name">,
): Promise<readonly VersionRow[]> {
  return database.read
    .selectFrom("versions")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .orderBy("published_at", "desc")
    .execute();
}

/** Drafts and what waits for approval or was rejected is not offered to clients. */
export function isInstallable(state: VersionRow["state"]): boolean {
  return state === "approved" || state === "deprecated";
}

/** A version as clients see it. */
export function toWire(row: VersionRow): HubVersion {
  return {
    version: row.version,
    digest: row.digest,
    archive: { digest: row.archive_digest, size: row.archive_size },
    publishedAt: new Date(row.published_at).toISOString(),
    ...compact<Pick<HubVersion, "signer" | "signature" | "yanked" | "deprecated">>({
      signer: row.signer ?? undefined,
      signature:
        row.signature_digest === null
          ? undefined
          : { digest: row.signature_digest, size: row.signature_size ?? 0 },
      yanked: row.yanked ?? undefined,
      deprecated: row.deprecated ?? undefined,
    }),
  };
}

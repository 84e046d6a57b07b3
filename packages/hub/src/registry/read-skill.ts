import { type HubSkill, type HubVersion, hubSkillSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { findSkill, type PublicVersion } from "./find-skill.ts";
import { offeredVersions } from "./offered-versions.ts";
import { tagsOf } from "./tags.ts";

/** The document of a skill: what clients need to choose a version. */
export const readSkillRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/skills/{name}",
  summary: "A skill and its published versions.",
  needs: "nothing",
  isCached: true,
  answer: hubSkillSchema,
  sample: { params: { name: "pdf" } },
  handle: async ({ hub, params, principal, tenant, request }) => {
    const { name = "" } = params;
    const skill = await findSkill(hub.database, { name, tenant, principal });
    const rows = await offeredVersions(hub, skill, tenant);
    const document: HubSkill = {
      name,
      description: skill.description,
      tags: await tagsOf(hub.database, skill, rows),
      versions: rows.map(toWire),
    };
    return jsonAnswer(document, request, { isPublic: skill.visibility === "public" });
  },
});

/** A version as clients see it. */
export function toWire(row: PublicVersion): HubVersion {
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

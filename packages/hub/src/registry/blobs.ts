import { createHash } from "node:crypto";
import { mayDo } from "../access/permissions.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, defineUpload, type Route } from "../http/route.ts";

const digestText = /^sha256:[0-9a-f]{64}$/;

/** Bytes by their digest: archives and signatures. They never change, so caches may keep them for good. */
export const blobRoutes: readonly Route[] = [
  defineUpload({
    method: "PUT",
    path: "/api/v1/blobs/{digest}",
    summary: "Store bytes; their SHA-256 must be the one in the address.",
    needs: "skills:publish",
    sample: { params: { digest: `sha256:${createHash("sha256").update("").digest("hex")}` } },
    handle: async ({ hub, params, body, tenant }) => {
      const { digest = "" } = params;
      const actual = `sha256:${createHash("sha256").update(body).digest("hex")}`;
      if (digest !== actual)
        throw new Refusal("INVALID_REQUEST", `The digest of the body is ${actual}, not that of the address.`);
      await hub.database.write(tenant, (transaction) =>
        transaction
          .insertInto("blobs")
          .values({ digest, size: body.length, bytes: body, created_at: hub.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return new Response(null, { status: 201 });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/blobs/{digest}",
    summary: "Bytes of a published version that you may read.",
    needs: "nothing",
    sample: { params: { digest: `sha256:${"0".repeat(64)}` } },
    handle: async ({ hub, params, principal }) => {
      const { digest = "" } = params;
      const unknown = new Refusal("NOT_FOUND", "There are no such bytes.");
      if (!digestText.test(digest)) throw unknown;
      const places = await hub.database.read
        .selectFrom("versions")
        .innerJoin("skills", (join) =>
          join.onRef("skills.tenant", "=", "versions.tenant").onRef("skills.name", "=", "versions.name"),
        )
        .select(["skills.tenant", "skills.team", "skills.visibility"])
        .where((where) =>
          where.or([
            where("versions.archive_digest", "=", digest),
            where("versions.signature_digest", "=", digest),
          ]),
        )
        .execute();
      const mayRead = places.some((place) => isVisible(place, principal));
      if (!mayRead) throw unknown;
      const blob = await hub.database.read
        .selectFrom("blobs")
        .select("bytes")
        .where("digest", "=", digest)
        .executeTakeFirst();
      if (blob === undefined) throw unknown;
      return new Response(Buffer.from(blob.bytes), {
        headers: { "content-type": "application/octet-stream", "cache-control": "private, max-age=31536000" },
      });
    },
  }),
];

type Owned = { readonly tenant: string; readonly team: string; readonly visibility: string };

/** Whether a skill is public, or of a tenant or team that somebody may read. Skills of the enterprise reach every tenant. */
export function isVisible(
  { tenant, team, visibility }: Owned,
  principal: Parameters<typeof mayDo>[0] | undefined,
): boolean {
  if (visibility === "public") return true;
  if (principal === undefined) return false;
  const grants = principal.grants.filter((grant) => visibility !== "team" || isOfTeam(grant, team));
  const tenants = tenant === "enterprise" ? new Set(grants.map((grant) => grant.tenant)) : new Set([tenant]);
  return [...tenants].some((one) =>
    mayDo({ ...principal, grants }, { permission: "skills:read", tenant: one, team }),
  );
}

function isOfTeam({ team: own, role }: { readonly team: string; readonly role: string }, team: string) {
  return own === team || (own === "" && (role === "admin" || role === "reviewer"));
}

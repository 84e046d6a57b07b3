import { siteSchema, withoutLinks } from "@skillwright/packaging";
import { jsonAnswer } from "../http/json-answer.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { readBlob } from "../registry/blobs.ts";
import { findSkill, versionsOf } from "../registry/find-skill.ts";
import type { LibraryEntry } from "../registry/library-entries.ts";
import { expectUnrevoked } from "../registry/offered-versions.ts";
import { type Viewer, visibleSkill, visibleSkills } from "../registry/search-skills.ts";
import { isInstallable } from "../registry/visibility.ts";
import { alsoByCapability } from "./capability.ts";

/** The latest versions as a site of skills: index 0.2 with archives, and index 0.1 with files. */
export const wellKnownRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/.well-known/agent-skills/index.json",
    summary: "The index of skills, format 0.2.",
    needs: "nothing",
    handle: async (call) => {
      const skills = (await siteSkills(call)).map(({ name, latest }) => ({
        ...{ name, type: "archive", description: latest.description },
        // The digest is part of the address, so that an index and its archives never differ.
        ...{ url: `${name}/${hexOf(latest.artifact_digest)}.tar.gz`, digest: latest.artifact_digest },
      }));
      return indexAnswer(call, { $schema: siteSchema, skills });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/.well-known/agent-skills/{name}/{file}",
    summary: "An archive of the index.",
    needs: "nothing",
    sample: { params: { name: "pdf", file: `${"0".repeat(64)}.tar.gz` } },
    handle: async (call) => {
      const { name = "", file = "" } = call.params;
      const { hub, tenant, principal } = call;
      // A skill whose versions are all revoked is not in the index any more.
      const { skill } = (await findSiteSkill(call, name)) ?? {
        skill: await findSkill(hub.database, { name, tenant, principal }),
      };
      // Older versions too: the client may have read the index before the last publication.
      const versions = await versionsOf(hub.database, skill);
      const version = versions.find(
        ({ artifact_digest: digest, state }) => isInstallable(state) && file === `${hexOf(digest)}.tar.gz`,
      );
      if (version === undefined) throw unknown();
      await expectUnrevoked(hub, { ...version, ...skill }, tenant);
      const bytes = await readBlob(hub.database, version.artifact_digest);
      return new Response(Buffer.from(bytes), {
        headers: { ...immutable, "content-type": "application/gzip" },
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/.well-known/skills/index.json",
    summary: "The index of skills, format 0.1.",
    needs: "nothing",
    handle: async (call) => {
      const skills = (await siteSkills(call)).map(({ name, latest, paths }) => ({
        ...{ name, description: latest.description, files: paths },
      }));
      return indexAnswer(call, { skills });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/.well-known/skills/{name}/{path*}",
    summary: "A file of the index.",
    needs: "nothing",
    sample: { params: { name: "pdf", path: "SKILL.md" } },
    handle: async (call) => {
      const { name = "", path = "" } = call.params;
      const found = await findSiteSkill(call, name);
      if (found === undefined) throw unknown();
      const { latest } = found;
      const tree = await call.hub.registry.trees.load(latest.archive_digest);
      const file = withoutLinks(tree).find((one) => one.path === path);
      if (file === undefined) throw unknown();
      return new Response(Buffer.from(file.bytes), {
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "content-disposition": "attachment",
          "cache-control": "private, no-cache",
        },
      });
    },
  }),
].flatMap(alsoByCapability);

const immutable = { "cache-control": "private, max-age=31536000, immutable" };

function unknown(): Refusal {
  return new Refusal("NOT_FOUND", "There is nothing at this address.");
}

function hexOf(digest: string): string {
  return digest.slice("sha256:".length);
}

function indexAnswer({ request, principal }: Call<object, undefined>, index: unknown): Response {
  return jsonAnswer(index, request, { isPublic: principal === undefined });
}

/** A skill under the name that clients install it as. */
export type SiteEntry = LibraryEntry & { readonly name: string };

/** The skills of a site. Names there have no scope, so that only the first of several skills has its own. */
export async function siteSkills(viewer: Viewer): Promise<readonly SiteEntry[]> {
  const entries = await visibleSkills(viewer);
  const isScoped = ({ skill }: LibraryEntry): number => Number(skill.name.includes("/"));
  const found = new Map<string, SiteEntry>();
  for (const entry of entries.toSorted((a, b) => isScoped(a) - isScoped(b))) {
    const name = entry.skill.name.slice(entry.skill.name.lastIndexOf("/") + 1);
    if (!found.has(name)) found.set(name, { ...entry, name });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function findSiteSkill(viewer: Viewer, name: string): Promise<SiteEntry | undefined> {
  const unscoped = name.includes("/") ? undefined : await visibleSkill(viewer, name);
  if (unscoped !== undefined) return { ...unscoped, name };
  return (await siteSkills(viewer)).find((one) => one.name === name);
}

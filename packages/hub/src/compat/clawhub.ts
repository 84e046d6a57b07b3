import { createTreeFileSystem, writeZip } from "@skillwright/packaging";
import { z } from "zod";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { latestOf } from "../registry/latest-version.ts";
import { listPage, searchSkills, visibleSkills } from "../registry/search-skills.ts";
import { tagsOf } from "../registry/tags.ts";
import { readContent, readTreeFile } from "../registry/version-details.ts";
import { baseUrl } from "./base-url.ts";
import { type AnyCall, findMatch, skillOf, toVersion, versionOf } from "./clawhub-skill.ts";

// ClawHub's HTTP API, version 1, below `/clawhub`. Its owners are our tenants, its slugs are names without a scope.

const limit = z.coerce.number().int().min(1).max(hubLimits.pageRows).catch(25);
const text = z.string().max(1000);
const owner = { ownerHandle: text.optional() };
const which = { slug: text, version: text.optional(), tag: text.optional(), ...owner };

/** What ClawHub's clients read. */
export const clawhubRoutes: readonly Route[] = [
  defineRoute({
    ...{ method: "GET", path: "/.well-known/clawhub.json", needs: "nothing" },
    summary: "Where ClawHub's clients find the registry.",
    handle: async ({ hub, request }) => {
      const base = baseUrl(hub, request);
      return Response.json({ apiBase: `${base}/clawhub`, authBase: base });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/search", needs: "nothing" },
    summary: "ClawHub: skills for a request.",
    query: z.object({ q: text, limit }),
    sample: { query: { q: "pdf" } },
    handle: async (call) => {
      const hits = await searchSkills(call, call.query.q, { most: call.query.limit });
      const results = hits.map(({ entry: { skill, latest }, score }) => ({
        ...{ slug: skill.name, displayName: skill.name, summary: latest.description },
        ...{ version: latest.version, score, updatedAt: latest.published_at, ownerHandle: skill.tenant },
      }));
      return answer(call, { results });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/skills", needs: "nothing" },
    summary: "ClawHub: the skills, by name.",
    query: z.object({ limit, cursor: z.string().max(200).default("") }),
    handle: async (call) => {
      const { limit: most, cursor } = call.query;
      const { page, next } = listPage(await visibleSkills(call), { most, cursor });
      const items = page.map(({ skill, latest }) => ({
        ...{ slug: skill.name, displayName: skill.name, summary: latest.description, stats: {} },
        ...{ tags: { latest: latest.version }, latestVersion: toVersion(latest) },
        ...{ createdAt: skill.created_at, updatedAt: skill.changed_at },
      }));
      return answer(call, { items, nextCursor: next });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/skills/{slug}", needs: "nothing" },
    summary: "ClawHub: a skill.",
    query: z.object(owner),
    sample: { params: { slug: "pdf" } },
    handle: async (call) => {
      const { skill, versions } = await skillOf(call, { ...call.query, slug: call.params.slug ?? "" });
      const latest = latestOf(versions);
      return answer(call, {
        skill: {
          ...{ slug: skill.name, displayName: skill.name, summary: skill.description, stats: {} },
          tags: await tagsOf(call.hub.database, skill, versions),
          ...{ createdAt: skill.created_at, updatedAt: skill.changed_at },
        },
        latestVersion: latest === undefined ? null : toVersion(latest),
        owner: { handle: skill.tenant, displayName: skill.tenant, image: null },
      });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/skills/{slug}/versions", needs: "nothing" },
    summary: "ClawHub: the versions of a skill.",
    query: z.object(owner),
    sample: { params: { slug: "pdf" } },
    handle: async (call) => {
      const { versions } = await skillOf(call, { ...call.query, slug: call.params.slug ?? "" });
      return answer(call, { items: versions.map(toVersion), nextCursor: null });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/skills/{slug}/versions/{version}", needs: "nothing" },
    summary: "ClawHub: a version and its files.",
    query: z.object(owner),
    sample: { params: { slug: "pdf", version: "1.0.0" } },
    handle: async (call) => {
      const { slug = "", version = "" } = call.params;
      const found = await versionOf(call, { ...call.query, slug, version });
      const { files } = await readContent(call.hub.database, found);
      const listed = files.map(({ path, size, digest }) => ({ path, size, sha256: digest.slice(7) }));
      return answer(call, {
        version: { ...toVersion(found), files: listed },
        skill: { slug, displayName: slug },
      });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/skills/{slug}/file", needs: "nothing" },
    summary: "ClawHub: the bytes of one file.",
    query: z.object({ ...which, slug: text.optional(), path: text }),
    sample: { params: { slug: "pdf" }, query: { path: "SKILL.md" } },
    handle: async (call) => {
      const found = await versionOf(call, { ...call.query, slug: call.params.slug ?? "" });
      const tree = await call.hub.registry.trees.load(found.archive_digest);
      return download(readTreeFile(createTreeFileSystem(tree, "/skill"), call.query.path), "text/plain");
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/resolve", needs: "nothing" },
    summary: "ClawHub: which version some files are.",
    query: z.object({ ...which, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    sample: { query: { slug: "pdf", hash: "0".repeat(64) } },
    handle: async (call) => {
      const { versions } = await skillOf(call, call.query);
      const match = await findMatch(call, versions, call.query.hash);
      const latest = latestOf(versions);
      return answer(call, {
        slug: call.query.slug,
        match: match === undefined ? null : { version: match.version },
        latestVersion: latest === undefined ? null : { version: latest.version },
      });
    },
  }),
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/download", needs: "nothing" },
    summary: "ClawHub: a version as a zip archive.",
    query: z.object(which),
    sample: { query: { slug: "pdf" } },
    handle: async (call) => {
      const found = await versionOf(call, call.query);
      const tree = await call.hub.registry.trees.load(found.archive_digest);
      return download(writeZip(tree), "application/zip");
    },
  }),
];

function answer({ request, principal }: AnyCall, value: unknown): Response {
  return jsonAnswer(value, request, { isPublic: principal === undefined });
}

function download(bytes: Uint8Array, type: string): Response {
  const headers = {
    "content-type": type,
    "content-disposition": "attachment",
    "cache-control": "private, no-cache",
  };
  return new Response(Buffer.from(bytes), { headers });
}

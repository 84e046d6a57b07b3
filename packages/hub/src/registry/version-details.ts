import { type VersionDetails, versionDetailsSchema } from "@skillwright/core/registry";
import { compact, decodeUtf8 } from "@skillwright/core/text";
import { createTreeFileSystem } from "@skillwright/packaging";
import { z } from "zod";
import { namesOfPeople } from "../access/names.ts";
import type { HubDatabase } from "../database/database.ts";
import type { VersionRow } from "../database/tables.ts";
import { readRequested } from "../governance/requested.ts";
import { findRevocation } from "../governance/revoked.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { type ContentFile, contentFilesSchema } from "./content-files.ts";
import { type FoundVersion, findVersion } from "./find-version.ts";
import { revocationsFor } from "./offered-versions.ts";
import { toWire } from "./read-skill.ts";

const sample = { params: { name: "pdf", version: "1.0.0" } };

/** What people look at before they approve or install a version. */
export const versionDetailRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/skills/{name}/versions/{version}",
    summary: "A version: its files, what it asks for, and what the security rules found.",
    needs: "nothing",
    answer: versionDetailsSchema,
    sample,
    handle: async (call) => {
      const { hub, principal, tenant } = call;
      const { skill, version } = await versionOf(call);
      const { state, publisher, description, git_commit: commit } = version;
      const names = await namesOfPeople(hub.database.read, [publisher], principal);
      // Only those who take part in approvals get here with a revoked version.
      const revocation = findRevocation(version, await revocationsFor(hub, [skill.tenant, tenant]));
      const answer: VersionDetails = {
        ...{ name: skill.name, tenant: skill.tenant, team: skill.team, visibility: skill.visibility },
        ...{ ...toWire(version), description, state, publisher, commit },
        ...compact<Pick<VersionDetails, "publisherName" | "revoked">>({
          ...{ publisherName: names.get(publisher), revoked: revocation?.message },
        }),
        ...readRequested(version),
        files: (await readContent(hub.database, version)).files,
      };
      return jsonAnswer(answer, call.request, { isPublic: skill.visibility === "public" });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/skills/{name}/versions/{version}/file",
    summary: "One file of a version as text.",
    needs: "nothing",
    query: z.object({ path: z.string().max(1024) }),
    sample: { ...sample, query: { path: "SKILL.md" } },
    handle: async (call) => {
      const { version } = await versionOf(call);
      const tree = await call.hub.registry.trees.load(version.archive_digest);
      const bytes = readTreeFile(createTreeFileSystem(tree, "/skill"), call.query.path);
      const text = decodeUtf8(bytes.subarray(0, hubLimits.shownFileBytes));
      if (bytes.length > hubLimits.shownFileBytes)
        throw new Refusal("TOO_LARGE", `The file has more than ${hubLimits.shownFileBytes} bytes.`);
      if (text === undefined) throw new Refusal("INVALID_REQUEST", "The file is not text.");
      return textAnswer(text);
    },
  }),
];

export function versionOf<Query, Body>({
  hub,
  params,
  principal,
  tenant,
}: Call<Query, Body>): Promise<FoundVersion> {
  const { name = "", version = "" } = params;
  return findVersion(hub, { name, version, principal, tenant });
}

/** Browsers must never run what a skill contains, whatever its extension. */
function textAnswer(text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": "attachment",
      "cache-control": "private, no-cache",
    },
  });
}

/** The bytes of a file, or of what a link inside the skill leads to. */
export function readTreeFile(fs: ReturnType<typeof createTreeFileSystem>, path: string): Uint8Array {
  const place = `/skill/${path}`;
  const isPlain = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isPlain || fs.stat(fs.realPath(place) ?? place)?.kind !== "file")
    throw new Refusal("NOT_FOUND", "The version has no such file.");
  return fs.read(fs.realPath(place) ?? place, hubLimits.blobBytes).bytes;
}

export type Content = { readonly instructions: string; readonly files: readonly ContentFile[] };

export async function readContent(
  { read }: HubDatabase,
  { digest }: Pick<VersionRow, "digest">,
): Promise<Content> {
  const row = await read
    .selectFrom("contents")
    .select(["instructions", "files"])
    .where("digest", "=", digest)
    .executeTakeFirst();
  return {
    instructions: row?.instructions ?? "",
    files: contentFilesSchema.parse(JSON.parse(row?.files ?? "[]")),
  };
}

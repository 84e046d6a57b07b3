import { createHash } from "node:crypto";
import type { SkillRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { contentFilesSchema } from "../registry/content-files.ts";
import { findSkill, type PublicVersion, readVersion, unknownVersion } from "../registry/find-skill.ts";
import { latestOf } from "../registry/latest-version.ts";
import { expectUnrevoked, offeredVersions } from "../registry/offered-versions.ts";
import { tagsOf } from "../registry/tags.ts";
import { isInstallable } from "../registry/visibility.ts";

type Which = {
  readonly slug: string;
  readonly version?: string | undefined;
  readonly tag?: string | undefined;
  readonly ownerHandle?: string | undefined;
};
export type AnyCall = Pick<Call<unknown, unknown>, "hub" | "tenant" | "principal" | "request">;

type OfferedSkill = { readonly skill: SkillRow; readonly versions: readonly PublicVersion[] };

/** The skill of a slug and an owner, with the versions that clients may have. */
export async function skillOf(
  { hub, tenant, principal }: AnyCall,
  { slug, ownerHandle = tenant }: Which,
): Promise<OfferedSkill> {
  const skill = await findSkill(hub.database, { name: slug, tenant: ownerHandle, principal });
  return { skill, versions: await offeredVersions(hub, skill, tenant) };
}

/** A version by its number, by a tag, or the latest one. */
export async function versionOf(call: AnyCall, wanted: Which): Promise<PublicVersion> {
  const { skill, versions } = await skillOf(call, wanted);
  const tags = wanted.tag === undefined ? {} : await tagsOf(call.hub.database, skill, versions);
  const named = wanted.version ?? (wanted.tag === undefined ? undefined : (tags[wanted.tag] ?? ""));
  const found = named === undefined ? latestOf(versions) : versions.find(({ version }) => version === named);
  if (found === undefined) {
    const { hub, tenant } = call;
    const hidden =
      named === undefined ? undefined : await readVersion(hub.database.read, { ...skill, version: named });
    if (hidden !== undefined && isInstallable(hidden.state)) await expectUnrevoked(hub, hidden, tenant);
    throw unknownVersion({ name: skill.name, version: named ?? "latest" });
  }
  if (found.yanked !== null && wanted.version === undefined)
    throw new Refusal("GONE", `Version ${found.version} of ${skill.name} was withdrawn.`);
  return found;
}

type ClawhubVersion = { readonly version: string; readonly createdAt: number; readonly changelog: string };

export function toVersion({ version, published_at }: PublicVersion): ClawhubVersion {
  return { version, createdAt: published_at, changelog: "" };
}

/** The version that has exactly the files of a hash. */
export async function findMatch(
  { hub }: AnyCall,
  versions: readonly PublicVersion[],
  hash: string,
): Promise<PublicVersion | undefined> {
  const recent = versions.slice(0, hubLimits.pageRows);
  if (recent.length === 0) return undefined;
  const rows = await hub.database.read
    .selectFrom("contents")
    .select(["digest", "files"])
    .where("digest", "in", [...new Set(recent.map(({ digest }) => digest))])
    .execute();
  const matching = rows.find(({ files }) => fingerprint(files) === hash);
  return recent.find(({ digest }) => digest === matching?.digest);
}

/** The client's hash of a folder: files whose path has no part with a dot at its start. */
function fingerprint(files: string): string {
  const lines = contentFilesSchema
    .parse(JSON.parse(files))
    .filter(({ path }) => path.split("/").every((part) => !part.startsWith(".")))
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map(({ path, digest }) => `${path}:${digest.slice("sha256:".length)}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

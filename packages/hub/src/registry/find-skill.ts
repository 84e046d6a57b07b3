import { enterprise, type Principal } from "../access/permissions.ts";
import type { HubDatabase, HubReader } from "../database/database.ts";
import type { SkillRow, VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { hubLimits } from "../limits.ts";
import { isVisible } from "./visibility.ts";

export type SkillQuery = {
  readonly name: string;
  readonly tenant: string;
  readonly principal: Principal | undefined;
};

/** The skill of that name that the principal may see: of their tenant, else of the enterprise, else a public one. */
export async function findSkill(
  { read }: HubDatabase,
  { name, tenant, principal }: SkillQuery,
): Promise<SkillRow> {
  const rows = await read
    .selectFrom("skills")
    .selectAll()
    .where("name", "=", name)
    .orderBy("tenant")
    .limit(hubLimits.sameNames)
    .execute();
  const visible = rows.filter((row) => isVisible(row, principal));
  const found =
    visible.find((row) => row.tenant === tenant) ??
    visible.find((row) => row.tenant === enterprise) ??
    visible.find((row) => row.visibility === "public");
  if (found === undefined) throw unknownSkill(name);
  return found;
}

export function unknownSkill(name: string): Refusal {
  return new Refusal("NOT_FOUND", `No skill named ${name}.`);
}

type SkillKey = Pick<SkillRow, "tenant" | "name">;

/** What clients see of a version; what reviewers see is read one version at a time. */
export type PublicVersion = Omit<VersionRow, "tenant" | "name" | "requested" | "findings">;

/** Every version of a skill, the newest publication first. */
export async function versionsOf(
  { read }: Pick<HubDatabase, "read">,
  { tenant, name }: SkillKey,
): Promise<readonly PublicVersion[]> {
  return read
    .selectFrom("versions")
    .select(["version", "digest", "archive_digest", "archive_size", "artifact_digest", "git_commit"])
    .select(["signature_digest", "signature_size", "signer", "publisher", "published_at"])
    .select(["description", "state", "yanked", "deprecated"])
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .orderBy("published_at", "desc")
    .orderBy("version", "desc")
    .limit(hubLimits.versionsPerSkill)
    .execute();
}

export function unknownVersion({ name, version }: Pick<VersionRow, "name" | "version">): Refusal {
  return new Refusal("NOT_FOUND", `No version ${version} of ${name}.`);
}

/** The row of a skill of exactly this tenant. */
export async function readOwnSkill(
  from: HubReader,
  { tenant, name }: SkillKey,
): Promise<SkillRow | undefined> {
  return from
    .selectFrom("skills")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .executeTakeFirst();
}

export async function readVersion(
  from: HubReader,
  { tenant, name, version }: Pick<VersionRow, "tenant" | "name" | "version">,
): Promise<VersionRow | undefined> {
  return from
    .selectFrom("versions")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .where("version", "=", version)
    .executeTakeFirst();
}

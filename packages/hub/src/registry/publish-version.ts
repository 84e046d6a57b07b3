import { digestTree, type FileTree, readPublication, writeTarGz } from "@skillwright/packaging";
import semver from "semver";
import { enterprise, mayDo, type Principal } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import type { SkillRow, Tables, VersionRow, VersionState } from "../database/tables.ts";
import { initialState, issuePublication, type PublishedVersion } from "../governance/initial-state.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { announce, type IssuedStates } from "../state/issue-state.ts";
import { listFiles } from "./content-files.ts";
import { readOwnSkill, readVersion } from "./find-skill.ts";
import { createCommit } from "./git-objects.ts";
import { inspectSkill } from "./inspect-skill.ts";
import { sha256Of, storeBlob } from "./uploads.ts";
import { signerOf } from "./verify-upload.ts";

/** As the standard has names, with an optional scope before a slash. */
const skillName = /^(?:@?[a-z0-9][a-z0-9_-]{0,63}\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What a client wants to publish. Everything else is read from the files. */
export type Publishing = {
  readonly name: string;
  readonly version: string;
  readonly tree: FileTree;
  readonly archive: Uint8Array;
  /** The archive is a tar.gz with SKILL.md at its top, as sites and their clients expect it. */
  readonly isPlain: boolean;
  readonly signature?: Uint8Array | undefined;
  /** Where it was built, as the publisher says; for the log. */
  readonly source?: string | undefined;
};

export type Published = { readonly state: VersionState; readonly isNew: boolean };
type Publisher = Pick<Call<unknown, unknown>, "hub" | "tenant" | "principal">;

/** Publishes a version. It never changes afterwards; the same content again is no error. */
export async function publishVersion(
  { hub, principal, tenant }: Publisher,
  publishing: Publishing,
): Promise<Published> {
  const { name, version, tree, archive, isPlain, signature, source } = publishing;
  const folder = expectNames(publishing);
  expectShort(tree);
  const { name: stated, description } = readPublication(tree, name);
  if (stated !== folder)
    throw new Refusal("INVALID_PACKAGE", `SKILL.md names the skill ${stated}, not ${folder}.`);
  const { requested, findings, scan } = inspectSkill(tree, name);
  const digest = digestTree(tree);
  const statement = { name: folder, version, digest };
  const signer = signature && (await signerOf(signature, statement, hub.registry.trustRoot));
  const now = hub.now();
  const artifact = isPlain ? archive : writeTarGz(tree);
  const row: PublishedVersion = {
    ...{ tenant, name, version, digest, description },
    ...{ archive_digest: sha256Of(archive), archive_size: archive.length },
    artifact_digest: sha256Of(artifact),
    git_commit: createCommit(tree, { folder, version, digest, publishedAt: now }).id,
    signature_digest: signature === undefined ? null : sha256Of(signature),
    signature_size: signature?.length ?? null,
    ...{ signer: signer ?? null, publisher: principal?.id ?? "", published_at: now },
    ...{ requested: JSON.stringify({ ...requested, scan }), findings: JSON.stringify(findings) },
    ...{ yanked: null, deprecated: null },
  };
  const content = {
    digest,
    instructions: Buffer.from(skillFileOf(tree)).toString(),
    files: JSON.stringify(listFiles(tree)),
  };
  const blobs = [archive, artifact, ...(signature === undefined ? [] : [signature])];
  const work = async (transaction: HubTransaction): Promise<Published & { issued?: IssuedStates }> => {
    const skill = await ownSkill(transaction, { principal, tenant, name, now });
    const known = await findKnown(transaction, row);
    if (known !== undefined) return { state: known.state, isNew: false };
    const state = await initialState(transaction, row);
    await recordChange(transaction, {
      ...{ tenant, actor: row.publisher, action: "version-published", subject: `${name}@${version}` },
      skill: { name, digest },
      details: { digest, state, signer: row.signer, ...(source !== undefined && { source }) },
      time: now,
    });
    for (const bytes of blobs) await storeBlob(transaction, { digest: sha256Of(bytes), bytes, now });
    await storeVersion(transaction, {
      skill: { ...skill, description, changed_at: now },
      version: { ...row, state },
      content,
    });
    if (state !== "approved") return { state, isNew: true };
    return { state, isNew: true, issued: await issuePublication(transaction, hub, tenant) };
  };
  // A version of the enterprise may be in the documents of every tenant.
  const { database } = hub;
  const { issued, ...published } =
    tenant === enterprise ? await database.writeAll(work) : await database.write(tenant, work);
  if (issued !== undefined) await announce(hub, issued);
  return published;
}

export function isSkillName(name: string): boolean {
  return skillName.test(name) && name.slice(name.lastIndexOf("/") + 1).length <= 64;
}

/** The skill's folder, if name and version are what they should be. */
export function expectNames({ name, version }: Pick<Publishing, "name" | "version">): string {
  const folder = name.slice(name.lastIndexOf("/") + 1);
  if (!isSkillName(name))
    throw new Refusal("INVALID_REQUEST", `${JSON.stringify(name.slice(0, 200))} is not a name for a skill.`);
  if (semver.valid(version) !== version || version.length > hubLimits.versionLength)
    throw new Refusal("INVALID_REQUEST", `${JSON.stringify(version.slice(0, 100))} is not a version.`);
  return folder;
}

/** Reading SKILL.md holds up all other requests, and what is longer than the rules read would be published unchecked. */
function expectShort(tree: FileTree): void {
  const { length } = skillFileOf(tree);
  const { skillFileBytes: max } = hubLimits;
  if (length > max)
    throw new Refusal("INVALID_PACKAGE", `SKILL.md has ${length} bytes; hubs take at most ${max}.`);
}

function skillFileOf({ entries }: FileTree): Uint8Array {
  const file = entries.find(({ path }) => path === "SKILL.md");
  return file !== undefined && "bytes" in file ? file.bytes : new Uint8Array();
}

type SkillQuery = {
  readonly principal: Principal | undefined;
  readonly tenant: string;
  readonly name: string;
  readonly now: number;
};

/** The skill that gets a version, new or known, if the principal may do that in its team. */
async function ownSkill(
  transaction: HubTransaction,
  { principal, tenant, name, now }: SkillQuery,
): Promise<Omit<SkillRow, "description" | "changed_at">> {
  const skill = await readOwnSkill(transaction, { tenant, name });
  const team = skill?.team ?? teamOf(principal, tenant);
  const permission = skill === undefined ? "skills:create" : "skills:publish";
  if (principal === undefined || !mayDo(principal, { permission, tenant, team }))
    throw new Refusal(
      "FORBIDDEN",
      `This needs the permission ${permission} in the team ${team || "of the tenant"}.`,
    );
  return skill ?? { tenant, name, team, visibility: "tenant", created_by: principal.id, created_at: now };
}

/** A new skill belongs to the team of whoever creates it, if their role is in a team only. */
export function teamOf(principal: Principal | undefined, tenant: string): string {
  const grants = principal?.grants.filter((grant) => grant.tenant === tenant) ?? [];
  return grants.some(({ team }) => team === "") ? "" : (grants[0]?.team ?? "");
}

/** The version if it is there with the same content, as after a lost answer. */
async function findKnown(
  transaction: HubTransaction,
  { tenant, name, version, digest }: PublishedVersion,
): Promise<Pick<VersionRow, "state"> | undefined> {
  const known = await readVersion(transaction, { tenant, name, version });
  if (known?.digest === digest) return known;
  if (known !== undefined)
    throw new Refusal("VERSION_CONFLICT", `Version ${version} of ${name} is published and cannot change.`);
  const { count } = await transaction
    .selectFrom("versions")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  if (Number(count) >= hubLimits.versionsPerSkill)
    throw new Refusal(
      "CONFLICT",
      `${name} has ${hubLimits.versionsPerSkill} versions, the most there may be.`,
    );
  return undefined;
}

type Stored = {
  readonly skill: SkillRow;
  readonly version: VersionRow;
  readonly content: Tables["contents"];
};

async function storeVersion(transaction: HubTransaction, { skill, version, content }: Stored): Promise<void> {
  const { description, changed_at } = skill;
  await transaction
    .insertInto("skills")
    .values(skill)
    .onConflict((conflict) => conflict.columns(["tenant", "name"]).doUpdateSet({ description, changed_at }))
    .execute();
  await transaction.insertInto("versions").values(version).execute();
  await transaction
    .insertInto("contents")
    .values(content)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

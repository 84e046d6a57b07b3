import {
  type Deployment,
  type Revocation,
  type RevocationKind,
  type StateDocument,
  stateLimits,
} from "@skillwright/core/registry";
import { enterprise } from "../access/permissions.ts";
import type { HubSettings } from "../config/settings.ts";
import type { HubTransaction } from "../database/database.ts";
import type { DeploymentRow, SkillRow, VersionRow } from "../database/tables.ts";
import { type EffectivePolicy, effectivePolicy, policyDigest } from "../governance/active-policy.ts";
import { type ActiveRevocation, activeRevocations, findRevocation, isAbout } from "../governance/revoked.ts";
import { hubLimits } from "../limits.ts";

export type BuildOptions = {
  readonly tenant: string;
  readonly sequence: number;
  readonly settings: Pick<HubSettings, "leaseHours" | "strictLease">;
  readonly now: number;
};

/** What the agents of a tenant must know now. */
export async function buildState(
  transaction: HubTransaction,
  { tenant, sequence, settings, now }: BuildOptions,
): Promise<StateDocument> {
  const policy = await effectivePolicy(transaction, tenant);
  const revocations = await activeRevocations(transaction, [tenant], now);
  const versions = await usableVersions(transaction, tenant);
  const revocable = await revocableVersions(transaction, revocations);
  const { rules } = policy;
  const leaseMs = (rules.leaseHours ?? settings.leaseHours) * 3_600_000;
  const policies = toPolicies(policy);
  return {
    ...{ version: 1, tenant, sequence },
    ...{ issuedAt: new Date(now).toISOString(), expiresAt: new Date(now + leaseMs).toISOString() },
    mode: settings.strictLease ? "strict" : rules.leaseMode,
    deployments: await deployed(transaction, { tenant, versions, revocations }),
    // Agents refuse a document with more than they read. What administrators wrote comes first, what follows from it may be cut.
    revocations: [
      ...revocations.map(toRevocation),
      ...revocations.flatMap((row) => toDerived(row, tenant, revocable)),
    ].slice(0, stateLimits.revocations),
    ...(rules.approvedOnly && {
      approved: versions.slice(0, stateLimits.approved).map(({ name, digest }) => ({ name, digest })),
    }),
    ...(policies.length > 0 && { policies }),
  };
}

/** Approved versions of the tenant and of the enterprise. */
async function usableVersions(
  transaction: HubTransaction,
  tenant: string,
): Promise<readonly UsableVersion[]> {
  return transaction
    .selectFrom("versions")
    .select(["tenant", "name", "version", "digest", "archive_digest", "archive_size", "publisher"])
    .where("tenant", "in", [tenant, enterprise])
    .where("state", "in", ["approved", "deprecated"])
    .orderBy("name")
    .orderBy("version")
    .execute();
}

type UsableVersion = Pick<
  VersionRow,
  "tenant" | "name" | "version" | "digest" | "archive_digest" | "archive_size" | "publisher"
>;

type DeployedContext = {
  readonly tenant: string;
  readonly versions: readonly UsableVersion[];
  readonly revocations: readonly ActiveRevocation[];
};

/** A deployment of the enterprise replaces those of the tenant under the same name. What is revoked or no longer approved is left out. */
async function deployed(
  transaction: HubTransaction,
  { tenant, versions, revocations }: DeployedContext,
): Promise<readonly Deployment[]> {
  const rows = await transaction
    .selectFrom("deployments")
    .selectAll()
    .where("tenant", "in", [tenant, enterprise])
    .where("ended_at", "is", null)
    .orderBy("created_at")
    .execute();
  const above = rows.filter((row) => row.tenant === enterprise);
  const own = rows.filter((row) => row.tenant !== enterprise && !above.some((one) => replaces(one, row)));
  const byKey = new Map(versions.map((one) => [`${one.name}@${one.version} ${one.digest}`, one]));
  return [...above, ...own].flatMap((row): Deployment[] => {
    const version = byKey.get(`${row.name}@${row.version} ${row.digest}`);
    if (version === undefined || findRevocation(version, revocations) !== undefined) return [];
    return [
      {
        ...{ id: row.id, name: row.name, version: row.version, digest: row.digest },
        archive: { digest: version.archive_digest, size: version.archive_size },
        publisher: version.publisher,
        ...(row.environment !== "" && { environment: row.environment }),
      },
    ];
  });
}

/** Whether a deployment of the enterprise leaves no room for one of a tenant. */
export function replaces(
  above: Pick<DeploymentRow, "name" | "environment">,
  below: Pick<DeploymentRow, "name" | "environment">,
): boolean {
  if (above.name !== below.name) return false;
  return above.environment === "" || below.environment === "" || above.environment === below.environment;
}

function toRevocation({ id, kind, value, message, expires_at }: ActiveRevocation): Revocation {
  return {
    ...{ id, kind, value, message },
    ...(expires_at !== null && { expiresAt: new Date(expires_at).toISOString() }),
  };
}

type RevocableVersion = Pick<VersionRow, "tenant" | "name" | "version" | "digest" | "publisher"> & {
  readonly visibility: SkillRow["visibility"];
};

/** What revoked versions and publishers may be about: in every tenant, since agents install public skills of others, and in every state. */
async function revocableVersions(
  transaction: HubTransaction,
  revocations: readonly ActiveRevocation[],
): Promise<readonly RevocableVersion[]> {
  const values = (kind: RevocationKind): readonly string[] =>
    revocations.flatMap((row) => (row.kind === kind ? [row.value] : []));
  const publishers = values("publisher");
  const names = values("version").map((value) => value.slice(0, value.lastIndexOf("@")));
  if (publishers.length + names.length === 0) return [];
  return transaction
    .selectFrom("versions")
    .innerJoin("skills", (join) =>
      join.onRef("skills.tenant", "=", "versions.tenant").onRef("skills.name", "=", "versions.name"),
    )
    .select(["versions.tenant", "versions.name", "versions.version", "versions.digest"])
    .select(["versions.publisher", "skills.visibility"])
    .where((where) =>
      where.or([
        where("versions.publisher", "in", ["", ...publishers]),
        where("versions.name", "in", ["", ...names]),
      ]),
    )
    .orderBy("versions.tenant")
    .orderBy("versions.name")
    .orderBy("versions.version")
    .execute();
}

/**
 * Agents may know a skill only by its content, so a version or a publisher is also revoked by digest. Whoever has published very many
 * versions must not escape by their number: then all versions of the skills are revoked, by name. A revocation of the enterprise covers
 * what only another tenant may see too, since it may have been public before; but its names stay in that tenant.
 */
function toDerived(
  row: ActiveRevocation,
  tenant: string,
  versions: readonly RevocableVersion[],
): readonly Revocation[] {
  if (row.kind !== "version" && row.kind !== "publisher") return [];
  const isSeen = ({ tenant: owner, visibility }: RevocableVersion): boolean =>
    owner === tenant || owner === enterprise || visibility === "public";
  const covered = versions.filter((one) => isAbout(row, one) && (row.tenant === enterprise || isSeen(one)));
  const digests = [...new Set(covered.map(({ digest }) => digest))];
  const isMuch = digests.length > hubLimits.revokedDigests;
  const values = isMuch ? [...new Set(covered.filter(isSeen).map(({ name }) => name))] : digests;
  const kind = isMuch ? "name" : "digest";
  return values.map((value, index) => ({ ...toRevocation(row), id: `${row.id}/${index}`, kind, value }));
}

/** The policies for agents, the enterprise's first. Blocked names and sources concern skills from elsewhere too. */
function toPolicies({ policies }: EffectivePolicy): NonNullable<StateDocument["policies"]> {
  const texts = policies.flatMap(({ toolCalls, skills }) => {
    const { names = [], sources = [] } = skills?.block ?? {};
    const allowed = skills?.allow?.sources;
    const deny = names.filter((name) => plainName.test(name)).map((name) => `Skill(${name})`);
    const install = {
      ...(sources.length > 0 && { blockedSources: sources }),
      ...(allowed && { allowedSources: allowed }),
    };
    const file = {
      version: 1,
      ...(deny.length > 0 && { deny }),
      ...(Object.keys(install).length > 0 && { install }),
    };
    const derived = Object.keys(file).length > 1 ? [JSON.stringify(file)] : [];
    return [...(toolCalls === undefined ? [] : [toolCalls]), ...derived];
  });
  return texts.map((text) => ({ digest: policyDigest(text), text }));
}

/** What a rule on skills can say; other patterns match no skill's name anyway. */
const plainName = /^[\p{L}\p{N}_.:/@*?-]+$/u;

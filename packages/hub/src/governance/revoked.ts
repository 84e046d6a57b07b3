import { type RevocationKind, revocationKinds } from "@skillwright/core/registry";
import { enterprise } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import type { RevocationRow, VersionRow } from "../database/tables.ts";

export type ActiveRevocation = RevocationRow & { readonly kind: RevocationKind };

/** The revocations in force in some tenants, in all without a list: their own and the enterprise's, which come first. */
export async function activeRevocations(
  database: HubReader,
  tenants: readonly string[] | undefined,
  now: number,
): Promise<readonly ActiveRevocation[]> {
  const rows = await database
    .selectFrom("revocations")
    .selectAll()
    .$if(tenants !== undefined, (query) => query.where("tenant", "in", [...(tenants ?? []), enterprise]))
    .where("lifted_at", "is", null)
    .orderBy("created_at")
    .execute();
  const active = rows.flatMap((row): ActiveRevocation[] => {
    const kind = revocationKinds.find((one) => one === row.kind);
    return kind === undefined || (row.expires_at !== null && row.expires_at <= now) ? [] : [{ ...row, kind }];
  });
  const isAbove = ({ tenant: of }: RevocationRow): boolean => of === enterprise;
  return [...active.filter(isAbove), ...active.filter((row) => !isAbove(row))];
}

export type RevocableVersion = Pick<VersionRow, "name" | "version" | "digest" | "publisher">;

/** Whether a revocation is about a version. Revocations of tenants, agents and users are about whoever runs it. */
export function isAbout(
  { kind, value }: { readonly kind: RevocationKind; readonly value: string },
  { name, version, digest, publisher }: RevocableVersion,
): boolean {
  if (kind === "name") return value === name || value === name.slice(name.lastIndexOf("/") + 1);
  if (kind === "version") return value === `${name}@${version}`;
  if (kind === "digest") return value === digest;
  return kind === "publisher" && value === publisher;
}

/** The first revocation of a version; undefined if it may be used. */
export function findRevocation(
  version: RevocableVersion,
  revocations: readonly ActiveRevocation[],
): ActiveRevocation | undefined {
  return revocations.find((one) => isAbout(one, version));
}

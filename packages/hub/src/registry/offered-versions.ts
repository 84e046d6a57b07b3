import type { SkillRow, VersionRow } from "../database/tables.ts";
import { type ActiveRevocation, activeRevocations, findRevocation } from "../governance/revoked.ts";
import { Refusal } from "../http/refusal.ts";
import type { Hub } from "../hub.ts";
import { type PublicVersion, versionsOf } from "./find-skill.ts";
import { isInstallable } from "./visibility.ts";

type Source = Pick<Hub, "database" | "now">;

/** The versions of a skill that clients of a tenant may have, the newest publication first. */
export async function offeredVersions(
  hub: Source,
  skill: Pick<SkillRow, "tenant" | "name">,
  tenant: string,
): Promise<readonly PublicVersion[]> {
  const versions = (await versionsOf(hub.database, skill)).filter(({ state }) => isInstallable(state));
  const revocations = await revocationsFor(hub, [skill.tenant, tenant]);
  if (revocations.length === 0) return versions;
  const { name } = skill;
  return versions.filter((version) => findRevocation({ name, ...version }, revocations) === undefined);
}

type NamedVersion = Pick<VersionRow, "tenant" | "name" | "version" | "digest" | "publisher">;

/** Refuses a version that is revoked in the tenant of the request, in its own tenant or everywhere. */
export async function expectUnrevoked(hub: Source, version: NamedVersion, tenant: string): Promise<void> {
  const found = findRevocation(version, await revocationsFor(hub, [version.tenant, tenant]));
  if (found !== undefined) throw revokedVersion(version, found);
}

/** The revocations that count for skills of some tenants. */
export function revocationsFor(
  { database, now }: Source,
  tenants: readonly string[],
): Promise<readonly ActiveRevocation[]> {
  return activeRevocations(database.read, tenants, now());
}

export function revokedVersion(
  { name, version }: Pick<VersionRow, "name" | "version">,
  { message }: Pick<ActiveRevocation, "message">,
): Refusal {
  return new Refusal("GONE", `${name}@${version} is revoked${message === "" ? "." : `: ${message}`}`);
}

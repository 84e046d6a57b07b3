import type { Permission, Role } from "@skillwright/core/registry";
import { permissions } from "@skillwright/core/registry";

export { type Permission, permissions, type Role, roles } from "@skillwright/core/registry";

/** What an agent needs. People have it too, since their agents sign in as them. */
const agent: readonly Permission[] = [
  "skills:read",
  "state:read",
  "policies:read",
  "audit:write",
  "feedback:write",
];
const reader: readonly Permission[] = [...agent, "deployments:read", "revocations:read", "usage:read"];
const publisher: readonly Permission[] = [
  ...reader,
  "skills:publish",
  "skills:create",
  "approvals:read",
  "tokens:write",
];
const reviewer: readonly Permission[] = [
  ...reader,
  "approvals:read",
  "approvals:decide",
  "audit:read",
  "agents:read",
  "members:read",
  "tokens:write",
];

/** The permissions of each role. Only an administrator of the enterprise may create tenants; see `mayDo`. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  admin: permissions,
  reviewer,
  publisher,
  reader,
  agent,
};

/** A role in a tenant, or in one team of it. */
export type Grant = {
  readonly tenant: string;
  readonly team: string;
  readonly role: Role;
  /** What the tenant's settings take from the role. */
  readonly without?: readonly Permission[];
};

/** Whoever makes a request. */
export type Principal = {
  /** Name in logs: `person:…`, `token:…`. */
  readonly id: string;
  readonly person?: string;
  /** The token or session of the request; limits count by it. */
  readonly credential?: string;
  /** The token behind the credentials: that of the request, or the one that opened the browser session. */
  readonly token?: string;
  /** Who created the token, if it has a role of its own: whoever may not decide about their own work may not do so through it. */
  readonly createdBy?: string;
  /** The tenant of requests that name none. */
  readonly tenant: string;
  readonly grants: readonly Grant[];
  /** If present, nothing else is allowed, whatever the grants say. */
  readonly scopes?: readonly Permission[];
  /** When the credentials end, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Signed in with a cookie, so that other sites could send requests in its name. */
  readonly isBrowser: boolean;
};

/** The tenant whose skills, policies and revocations reach all others. Its roles count everywhere. */
export const enterprise = "enterprise";

export type Question = {
  readonly permission: Permission;
  readonly tenant: string;
  /** The team that owns what the request is about; empty for the tenant itself, absent for any team that can own it. */
  readonly team?: string;
};

/** Whether a principal may do something in a tenant. A role in a team counts for what that team owns, and for reading. */
export function mayDo({ grants, scopes }: Principal, { permission, tenant, team }: Question): boolean {
  if (scopes !== undefined && !scopes.includes(permission)) return false;
  if (permission === "tenants:write" && tenant !== enterprise) return false;
  const owner = team ?? (ofWholeTenant.has(permission) ? "" : undefined);
  return grants.some((grant) => {
    if (!reaches(grant, tenant) || !hasPermission(grant, permission)) return false;
    return owner === undefined || grant.team === "" || grant.team === owner || isReading(permission);
  });
}

/** The teams in which a principal has a permission; undefined for the whole tenant. */
export function teamsOf(
  { grants }: Principal,
  { permission, tenant }: Pick<Question, "permission" | "tenant">,
): readonly string[] | undefined {
  const counting = grants.filter((grant) => reaches(grant, tenant) && hasPermission(grant, permission));
  return counting.some(({ team }) => team === "") ? undefined : counting.map(({ team }) => team);
}

/** What these permissions are about belongs to no team, so a role in a team does not bring them. */
const ofWholeTenant: ReadonlySet<Permission> = new Set([
  "policies:write",
  "deployments:write",
  "revocations:write",
  "audit:read",
  "audit:erase",
  "tenants:write",
]);

/**
 * Agents and readers of the enterprise do not see into every tenant; its administrators and reviewers do, unless their role is in a
 * team of it: a team of the same name elsewhere is another team.
 */
function reaches(grant: Grant, tenant: string): boolean {
  return grant.tenant === tenant || crossesTenants(grant);
}

function crossesTenants({ tenant, team, role }: Grant): boolean {
  return tenant === enterprise && team === "" && (role === "admin" || role === "reviewer");
}

function hasPermission({ role, without }: Grant, permission: Permission): boolean {
  return permissionsOf[role].includes(permission) && !without?.includes(permission);
}

/** Whether a principal may give a role to a token or a person: one of their own roles must allow everything that it allows. */
export function mayGive(
  principal: Principal,
  given: Grant & { readonly scopes?: readonly Permission[] | undefined },
): boolean {
  const wanted = permissionsOf[given.role].filter(
    (permission) =>
      (given.scopes?.includes(permission) ?? true) &&
      // The permission means nothing elsewhere, so an administrator of a tenant does not lack it.
      (permission !== "tenants:write" || given.tenant === enterprise),
  );
  if (principal.scopes !== undefined && !wanted.every((one) => principal.scopes?.includes(one))) return false;
  return principal.grants.some(
    (grant) =>
      reaches(grant, given.tenant) &&
      (grant.team === "" || grant.team === given.team) &&
      (crossesTenants(grant) || !crossesTenants(given)) &&
      wanted.every((permission) => hasPermission(grant, permission)),
  );
}

function isReading(permission: Permission): boolean {
  return permission === "skills:read" || permission === "state:read" || permission === "policies:read";
}

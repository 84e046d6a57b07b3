/** What a route may demand. Permissions hold in one tenant, and some of them in one team of it. */
export const permissions = [
  "skills:read",
  "skills:publish",
  "skills:create",
  "skills:manage",
  "approvals:read",
  "approvals:decide",
  "policies:read",
  "policies:write",
  "deployments:read",
  "deployments:write",
  "revocations:read",
  "revocations:write",
  "state:read",
  "audit:write",
  "audit:read",
  "audit:erase",
  "usage:read",
  "feedback:write",
  "members:read",
  "members:write",
  "tokens:write",
  "agents:read",
  "tenants:write",
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ["admin", "reviewer", "publisher", "reader", "agent"] as const;
export type Role = (typeof roles)[number];

const reader: readonly Permission[] = [
  "skills:read",
  "policies:read",
  "deployments:read",
  "revocations:read",
  "state:read",
  "usage:read",
  "feedback:write",
];
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
  agent: ["skills:read", "state:read", "policies:read", "audit:write", "feedback:write"],
};

/** A role in a tenant, or in one team of it. */
export type Grant = { readonly tenant: string; readonly team: string; readonly role: Role };

/** Whoever makes a request. */
export type Principal = {
  /** Name in logs: `person:…`, `token:…`. */
  readonly id: string;
  readonly person?: string;
  /** The tenant of requests that name none. */
  readonly tenant: string;
  readonly grants: readonly Grant[];
  /** If present, nothing else is allowed, whatever the grants say. */
  readonly scopes?: readonly Permission[];
  /** Signed in with a cookie, so that other sites could send requests in its name. */
  readonly isBrowser: boolean;
};

/** The tenant whose skills, policies and revocations reach all others. Its roles count everywhere. */
export const enterprise = "enterprise";

export type Question = {
  readonly permission: Permission;
  readonly tenant: string;
  /** The team that owns what the request is about; empty for the tenant itself, absent for any team. */
  readonly team?: string;
};

/** Whether a principal may do something in a tenant. A role in a team counts for what that team owns, and for reading. */
export function mayDo({ grants, scopes }: Principal, { permission, tenant, team }: Question): boolean {
  if (scopes !== undefined && !scopes.includes(permission)) return false;
  if (permission === "tenants:write" && tenant !== enterprise) return false;
  return grants.some((grant) => {
    if (grant.tenant !== tenant && grant.tenant !== enterprise) return false;
    // Agents and readers of the enterprise do not see into every tenant; its administrators and reviewers do.
    if (grant.tenant !== tenant && grant.role !== "admin" && grant.role !== "reviewer") return false;
    if (!permissionsOf[grant.role].includes(permission)) return false;
    return team === undefined || grant.team === "" || grant.team === team || isReading(permission);
  });
}

function isReading(permission: Permission): boolean {
  return permission === "skills:read" || permission === "state:read" || permission === "policies:read";
}

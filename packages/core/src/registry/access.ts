/** What a route of a hub may demand. Permissions hold in one tenant, and some of them in one team of it. */
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

import { enterprise, mayDo, type Principal } from "../access/permissions.ts";
import type { SkillRow, VersionState } from "../database/tables.ts";

type Owned = Pick<SkillRow, "tenant" | "team" | "visibility">;

/** Whether a skill is public, or of a tenant or team that the principal may read. Skills of the enterprise reach every tenant. */
export function isVisible({ tenant, team, visibility }: Owned, principal: Principal | undefined): boolean {
  if (visibility === "public") return true;
  if (principal === undefined) return false;
  const grants = principal.grants.filter((grant) => visibility !== "team" || isOfTeam(grant, team));
  const tenants = tenant === enterprise ? new Set(grants.map((grant) => grant.tenant)) : new Set([tenant]);
  return [...tenants].some((one) =>
    mayDo({ ...principal, grants }, { permission: "skills:read", tenant: one, team }),
  );
}

/** The same for many skills: most of them have one of a few owners. */
export function createVisibility(principal: Principal | undefined): (skill: Owned) => boolean {
  const known = new Map<string, boolean>();
  return ({ tenant, team, visibility }) => {
    // Neither a visibility nor a tenant's id has a space.
    const key = `${visibility} ${tenant} ${team}`;
    const found = known.get(key) ?? isVisible({ tenant, team, visibility }, principal);
    known.set(key, found);
    return found;
  };
}

function isOfTeam({ team: own, role }: { readonly team: string; readonly role: string }, team: string) {
  return own === team || (own === "" && (role === "admin" || role === "reviewer"));
}

/** Drafts and what waits for approval or was rejected is not offered to clients. */
export function isInstallable(state: VersionState): boolean {
  return state === "approved" || state === "deprecated";
}

/** Whether a principal may read a version: one that is offered, or any if they take part in approvals. */
export function mayReadVersion(skill: Owned, state: VersionState, principal: Principal | undefined): boolean {
  if (!isVisible(skill, principal)) return false;
  if (isInstallable(state)) return true;
  const { tenant, team } = skill;
  return principal !== undefined && mayDo(principal, { permission: "approvals:read", tenant, team });
}

import type { HubMe, Permission } from "@skillwright/core/registry";
import { useHub } from "./use-hub.ts";

/** Who is signed in; undefined until the hub has answered. */
export function useMe(): HubMe | undefined {
  return useHub("GET /api/v1/me", {}).data;
}

/** What a tenant is called; its id if the user has no role there. */
export function useTenantName(): (id: string) => string {
  const tenants = useMe()?.tenants ?? {};
  return (id) => (Object.hasOwn(tenants, id) ? (tenants[id] ?? id) : id);
}

/** Asks whether the user has a permission in the current tenant. The hub checks it again at every request. */
export function useMay(): (permission: Permission) => boolean {
  const me = useMe();
  return (permission) => me?.permissions.includes(permission) ?? false;
}

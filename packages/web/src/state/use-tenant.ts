import { useSearch } from "wouter";

/** The tenant in the address; undefined for the user's own, so that short links mean the same to everybody in one tenant. */
export function useTenant(): string | undefined {
  return new URLSearchParams(useSearch()).get("tenant") ?? undefined;
}

/** An address of the dashboard with the current tenant. */
export function withTenant(path: string, tenant: string | undefined): string {
  if (tenant === undefined) return path;
  const [before = "", search = ""] = path.split("?");
  const params = new URLSearchParams(search);
  params.set("tenant", tenant);
  return `${before}?${params}`;
}

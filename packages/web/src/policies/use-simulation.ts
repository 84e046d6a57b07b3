import type { HubPolicy, Simulation } from "@skillwright/core/registry";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callHub } from "../api/call-hub.ts";
import { useTenant } from "../state/use-tenant.ts";

/** What to try on last month's log: a stored version, or a policy that is not stored yet. */
export type Simulated = { readonly version: number } | { readonly policy: HubPolicy };

/** The hub's simulation of a policy. It changes nothing there, so it is kept like any other answer. */
export function useSimulation(body: Simulated | undefined): UseQueryResult<Simulation> {
  const tenant = useTenant();
  return useQuery({
    queryKey: ["POST /api/v1/policies/simulate", { tenant, body }],
    queryFn: ({ signal }) => callHub("POST /api/v1/policies/simulate", {}, { tenant, body, signal }),
    enabled: body !== undefined,
    staleTime: 60_000,
  });
}

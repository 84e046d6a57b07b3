import type { HubAnswers } from "@skillwright/core/registry";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { callHub } from "../api/call-hub.ts";
import { useTenant } from "../state/use-tenant.ts";

type PreviewRoute = "POST /api/v1/deployments/preview" | "POST /api/v1/revocations/preview";

/** What a change would do. It changes nothing, so it is asked while the user fills in the form. */
export function usePreview<Route extends PreviewRoute>(
  route: Route,
  body: Readonly<Record<string, string | undefined>>,
  isEnabled: boolean,
): UseQueryResult<HubAnswers[Route]> {
  const tenant = useTenant();
  const wanted = JSON.stringify(body);
  const asked = useDeferredValue(wanted);
  return useQuery<HubAnswers[Route]>({
    queryKey: [route, { tenant, asked }],
    queryFn: ({ signal }) =>
      callHub<PreviewRoute>(route, {}, { tenant, signal, body: JSON.parse(asked) }) as Promise<
        HubAnswers[Route]
      >,
    enabled: isEnabled && asked === wanted,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

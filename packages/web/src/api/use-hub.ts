import type { HubAnswers } from "@skillwright/core/registry";
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useTenant } from "../state/use-tenant.ts";
import { type Address, callHub, type HubRoute } from "./call-hub.ts";

type ReadRoute = Extract<HubRoute, `GET ${string}`>;
type ChangeRoute = Exclude<HubRoute, ReadRoute>;

export type ReadOptions = {
  /** False while the page has nothing to ask for, or may not ask. */
  readonly isEnabled?: boolean;
  /** Keeps showing the previous answer while the next one loads, as for searches. */
  readonly keepsPrevious?: boolean;
  readonly refreshMs?: number;
};

/**
 * The answer of a route, cached and kept current. The key is always `[route, { tenant, params, query }]`, so that
 * `invalidateQueries({ queryKey: [route] })` reaches every use of it.
 */
export function useHub<Route extends ReadRoute>(
  route: Route,
  address: Address<Route>,
  { isEnabled = true, keepsPrevious = false, refreshMs }: ReadOptions = {},
): UseQueryResult<HubAnswers[Route]> {
  const tenant = useTenant();
  return useQuery<HubAnswers[Route]>({
    queryKey: [route, { tenant, ...address }],
    queryFn: ({ signal }) => callHub(route, address, { tenant, signal }),
    enabled: isEnabled,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

/** Page after page of a route whose answers have a `next`. */
export function useHubPages<Route extends ReadRoute>(
  route: Route,
  address: Address<Route>,
  {
    isEnabled = true,
    cursorName = "cursor",
  }: { readonly isEnabled?: boolean; readonly cursorName?: string } = {},
): UseInfiniteQueryResult<InfiniteData<HubAnswers[Route]>> {
  const tenant = useTenant();
  return useInfiniteQuery({
    queryKey: [route, { tenant, ...address, pages: true }],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...address.query, [cursorName]: pageParam };
      return callHub(route, { ...address, query }, { tenant, signal });
    },
    enabled: isEnabled,
    initialPageParam: undefined as string | number | undefined,
    getNextPageParam: (page) => ("next" in page ? (page.next ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  });
}

type Change<Route extends HubRoute> = Address<Route> & { readonly body?: unknown };

/**
 * A function that changes something. Afterwards the named routes are asked again.
 * @public
 */
export function useChange<Route extends ChangeRoute>(
  route: Route,
  invalidates: readonly ReadRoute[],
): UseMutationResult<HubAnswers[Route], Error, Change<Route>> {
  const tenant = useTenant();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, ...address }: Change<Route>) =>
      callHub(route, address as unknown as Address<Route>, { tenant, body: body ?? {} }),
    onSuccess: () => Promise.all(invalidates.map((one) => client.invalidateQueries({ queryKey: [one] }))),
  });
}

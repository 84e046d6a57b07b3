import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import type { Connection } from "./connection.ts";
import { isOffline, statusOf } from "./hub-error.ts";

type ClientParts = {
  readonly connection: Connection;
  /** Called when the session is over. */
  readonly onSignedOut: () => void;
};

/** One place turns failures into states: signed out, offline. Pages show the rest with `Loaded`. */
export function createQueryClient({ connection, onSignedOut }: ClientParts): QueryClient {
  const onError = (error: unknown): void => {
    if (statusOf(error) === 401) onSignedOut();
    if (isOffline(error)) connection.report(false);
  };
  const onSuccess = (): void => connection.report(true);
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: "always",
        // What the hub has refused it will refuse again.
        retry: (failures, error) => (statusOf(error) ?? 500) >= 500 && failures < 2,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: "always" },
    },
  });
}

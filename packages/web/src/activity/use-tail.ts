import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useEvents } from "../api/use-events.ts";
import { useHub, useHubPages } from "../api/use-hub.ts";

type Tail = {
  readonly events: readonly HubEvent[];
  readonly names: PrincipalNames;
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Entries that came while the list was paused. */
  readonly waiting: number;
  readonly loadMore: () => void;
  readonly refresh: () => void;
};

const limit = 100;

/** Entries that match, the newest first: older ones page by page, newer ones as they come unless the list is paused. */
export function useTail(query: Readonly<Record<string, string>>, isPaused: boolean): Tail {
  const client = useQueryClient();
  const older = useHubPages("GET /api/v1/audit", { query: { ...query, limit } }, { cursorName: "before" });
  const newest = useHub(
    "GET /api/v1/audit",
    { query: { ...query, limit: 200 } },
    { isEnabled: older.data !== undefined && !isPaused, keepsPrevious: true },
  );
  const [size, setSize] = useState(0);
  const [seen, setSeen] = useState(0);
  useEvents({
    ...{ path: "/api/v1/audit/events", event: "version" },
    onEvent: (data) => {
      const next = Number(/\d{1,15}/.exec(data)?.[0] ?? 0);
      setSize(next);
      if (isPaused) return;
      setSeen(next);
      void newest.refetch();
      void client.invalidateQueries({ queryKey: ["GET /api/v1/audit/facets"] });
    },
  });
  const resume = useEffectEvent(() => {
    setSeen(size);
    if (older.data !== undefined) void newest.refetch();
  });
  useEffect(() => {
    if (!isPaused) resume();
  }, [isPaused]);
  const loaded = older.data?.pages.flatMap(({ events }) => events) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage, data } = older;
  const pages = data?.pages.length ?? 0;
  // The hub looks at a bounded part of the log for each page, so the first ones may be nearly empty.
  const isSparse = loaded.length < 30 && pages > 0 && pages < 6;
  useEffect(() => {
    if (isSparse && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isSparse, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const known = new Set(loaded.map(({ leaf }) => leaf));
  const fresh =
    newest.isPlaceholderData || older.isPlaceholderData
      ? []
      : (newest.data?.events ?? []).filter(({ leaf }) => !known.has(leaf) && leaf > (loaded[0]?.leaf ?? -1));
  return {
    events: [...fresh, ...loaded],
    names: Object.assign({}, newest.data?.names, ...(data?.pages.map(({ names }) => names) ?? [])),
    isLoaded: data !== undefined,
    error: older.error,
    hasMore: hasNextPage,
    isLoading: isFetchingNextPage,
    waiting: isPaused && seen > 0 ? Math.max(0, size - seen) : 0,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refresh: () => void older.refetch(),
  };
}

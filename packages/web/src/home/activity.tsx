import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEvents } from "../api/use-events.ts";
import { useHub } from "../api/use-hub.ts";
import { Card } from "../ui/card.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { EventLine } from "./event-line.tsx";

/** The newest events of agents. The hub says when there are more. */
export function Activity(): ReactNode {
  const client = useQueryClient();
  const events = useHub("GET /api/v1/audit", { query: { limit: 60 } }, { keepsPrevious: true });
  useEvents({
    ...{ path: "/api/v1/audit/events", event: "version" },
    onEvent: () => void client.invalidateQueries({ queryKey: ["GET /api/v1/audit"] }),
  });
  return (
    <Card title="Live activity" isFlush actions={<span className="live">Live</span>}>
      <Loaded of={events} isSmall>
        {({ events: newest }) => {
          // What people change on the hub has its own list.
          const shown = newest
            .filter(({ stream, kind }) => stream !== "hub" && !preparing.has(kind))
            .slice(0, 12);
          return shown.length === 0 ? (
            <EmptyState title="No activity of agents yet" isSmall>
              Agents that sign in with <code>skillwright login</code> and sync appear here.
            </EmptyState>
          ) : (
            <ul className="feed">
              {shown.map((event) => (
                <EventLine key={event.leaf} event={event} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Events that another one follows at once. */
const preparing: ReadonlySet<string> = new Set(["tool-call-allowed", "skill-activating"]);

import type { HubEvent } from "@skillwright/core/registry";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEvents } from "../api/use-events.ts";
import { useHub } from "../api/use-hub.ts";
import { Card } from "../ui/card.tsx";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { describeEvent } from "./describe-event.ts";
import { EventLine } from "./event-line.tsx";

/** The newest events of agents. The hub says when there are more. */
export function Activity(): ReactNode {
  const client = useQueryClient();
  const events = useHub("GET /api/v1/audit", { query: { limit: 100 } }, { keepsPrevious: true });
  useEvents({
    ...{ path: "/api/v1/audit/events", event: "version" },
    onEvent: () => void client.invalidateQueries({ queryKey: ["GET /api/v1/audit"] }),
  });
  return (
    <Card
      title="Live activity"
      isFlush
      actions={
        <span className="feed-actions">
          <span className="live">Live</span>
          <Link href="/activity">All activity</Link>
        </span>
      }
    >
      <Loaded of={events} isSmall>
        {({ events: newest, names }) => {
          // What people change on the hub has its own list.
          const shown = newest.filter(({ stream, kind }) => stream !== "hub" && !preparing.has(kind));
          return shown.length === 0 ? (
            <EmptyState title="No activity of agents yet" isSmall>
              Agents that sign in with <code>skillwright login</code> and sync appear here.
            </EmptyState>
          ) : (
            <ul className="feed">
              {foldSame(shown)
                .slice(0, 12)
                .map(({ event, count }) => (
                  <EventLine key={event.leaf} event={event} names={names} count={count} />
                ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

type Folded = { readonly event: HubEvent; readonly count: number };

/** Neighbors that say the same are one line: an agent makes many calls. */
function foldSame(events: readonly HubEvent[]): readonly Folded[] {
  const folded: Folded[] = [];
  let before = "";
  for (const event of events) {
    const says = describeEvent(event);
    const last = folded.at(-1);
    if (last !== undefined && says === before) folded[folded.length - 1] = { ...last, count: last.count + 1 };
    else folded.push({ event, count: 1 });
    before = says;
  }
  return folded;
}

/** Events that another one follows at once. */
const preparing: ReadonlySet<string> = new Set(["tool-call-allowed", "skill-activating"]);

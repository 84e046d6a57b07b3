import { type ReactNode, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { Card } from "../ui/card.tsx";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { EventLine } from "./event-line.tsx";

/** What people changed on the hub in the last seven days. */
export function WeekChanges(): ReactNode {
  // The start of an hour, so that the same page asks the same question for a while.
  const [from] = useState(() =>
    new Date(Math.floor(Date.now() / 3_600_000 - 7 * 24) * 3_600_000).toISOString(),
  );
  const changes = useHub("GET /api/v1/audit", { query: { stream: "hub", from, limit: 100 } });
  return (
    <Card title="Changed this week" isFlush actions={<Link href="/activity?agent=hub">All changes</Link>}>
      <Loaded of={changes} isSmall>
        {({ events, names }) => {
          const shown = events
            .filter(({ line }) => !/"action":"signed-(?:in|out)"/.test(line ?? ""))
            .slice(0, 12);
          if (shown.length === 0) return <EmptyState title="Nothing changed this week" isSmall />;
          return (
            <ul className="feed">
              {shown.map((event) => (
                <EventLine key={event.leaf} event={event} names={names} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

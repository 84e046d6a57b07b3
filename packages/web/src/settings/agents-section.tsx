import type { HubAgent } from "@skillwright/core/registry";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useChange, useHub, useHubPages } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { useToast } from "../ui/toast.tsx";

/** Which agents the hub knows, how current they are, and until when they may go on alone. */
export function AgentsSection(): ReactNode {
  const may = useMay();
  const agents = useHubPages("GET /api/v1/agents", {}, { cursorName: "after" });
  const settings = useHub("GET /api/v1/settings", {}, { isEnabled: may("members:read") });
  const [releasing, setReleasing] = useState<HubAgent>();
  const show = useToast();
  const release = useChange("DELETE /api/v1/agents/{id}/owner", ["GET /api/v1/agents"]);
  const leaseMs = settings.data && settings.data.leaseHours * 3_600_000;
  return (
    <Card title="Agents" isFlush>
      <Loaded of={agents}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.agents);
          const newest = pages[0]?.sequence ?? 0;
          if (rows.length === 0)
            return (
              <EmptyState isSmall title="No agent has reported yet">
                Agents report when they apply the hub's state: run <code>skillwright sync</code> on their
                machines.
              </EmptyState>
            );
          return (
            <Table
              caption="List of agents"
              keyOf={({ id }) => id}
              rows={rows}
              columns={columnsOf({
                newest,
                leaseMs,
                mayRelease: may("members:write"),
                onRelease: setReleasing,
              })}
            />
          );
        }}
      </Loaded>
      {agents.hasNextPage && (
        <div className="card-body">
          <Button onClick={() => void agents.fetchNextPage()}>Show more</Button>
        </div>
      )}
      <Confirm
        title={`Release the id of ${releasing?.name ?? ""}?`}
        action="Release id"
        isDangerous
        isOpen={releasing !== undefined}
        isBusy={release.isPending}
        onClose={() => setReleasing(undefined)}
        onConfirm={() =>
          release.mutate(
            { params: { id: releasing?.id ?? "" } },
            {
              onSuccess: () => show({ text: `The id of ${releasing?.name} is free.` }),
              onError: ({ message }) => show({ text: message, isBad: true }),
              onSettled: () => setReleasing(undefined),
            },
          )
        }
      >
        <p>
          Whoever uses the id <code>{releasing?.id}</code> next owns it and its logs. Do this after its token
          was replaced.
        </p>
      </Confirm>
    </Card>
  );
}

function AgentState({
  isStale,
  isBehind,
}: {
  readonly isStale: boolean;
  readonly isBehind: boolean;
}): ReactNode {
  if (isStale) return <Badge tone="bad">Stale</Badge>;
  return isBehind ? <Badge tone="warn">Behind</Badge> : <Badge tone="good">Current</Badge>;
}

type ColumnOptions = {
  readonly newest: number;
  readonly leaseMs: number | undefined;
  readonly mayRelease: boolean;
  readonly onRelease: (agent: HubAgent) => void;
};

function columnsOf({
  newest,
  leaseMs,
  mayRelease,
  onRelease,
}: ColumnOptions): ComponentProps<typeof Table<HubAgent>>["columns"] {
  return [
    {
      title: "Agent",
      cell: ({ name, id, program }) => (
        <span className="settings-name">
          <span className="clip" title={id}>
            {name}
          </span>
          <small className="clip">{program}</small>
        </span>
      ),
    },
    { title: "Environment", cell: ({ environment }) => environment || "Any" },
    { title: "Last seen", cell: ({ seenAt }) => <RelativeTime time={seenAt} /> },
    {
      title: "Lease ends",
      cell: ({ seenAt }) =>
        leaseMs === undefined ? (
          "—"
        ) : (
          <RelativeTime time={new Date(Date.parse(seenAt) + leaseMs).toISOString()} />
        ),
    },
    {
      title: "State",
      cell: ({ sequence, stale }) => <AgentState isStale={stale} isBehind={sequence < newest} />,
    },
    {
      // The number of a state document is the time at which the hub issued it.
      title: "Has the state of",
      cell: ({ sequence }) => <RelativeTime time={new Date(sequence).toISOString()} />,
    },
    {
      title: "Actions",
      isNumber: true,
      cell: (agent) =>
        mayRelease && (
          <Button aria-label={`Release ${agent.name}`} onClick={() => onRelease(agent)}>
            Release
          </Button>
        ),
    },
  ];
}

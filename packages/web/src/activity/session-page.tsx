import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { type ReactNode, useState } from "react";
import { useParams } from "wouter";
import { useHubPages } from "../api/use-hub.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatCount, formatDuration, formatExact } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import "./activity-page.css";
import { EventDialog } from "./event-dialog.tsx";
import { sourceOf } from "./event-words.ts";
import "./session-page.css";
import { type Step, stepsOf } from "./session-steps.ts";
import { Timeline } from "./timeline.tsx";

/** One session of an agent in time: what it activated, called and was refused. */
export function SessionPage(): ReactNode {
  const { id = "" } = useParams<{ id: string }>();
  const pages = useHubPages(
    "GET /api/v1/audit",
    { query: { session: id, limit: 200 } },
    { cursorName: "before" },
  );
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const events = (data?.pages.flatMap((page) => page.events) ?? []).toReversed();
  const names: PrincipalNames = Object.assign({}, ...(data?.pages.map((page) => page.names) ?? []));
  return (
    <Page
      title="Session"
      description={<span className="mono">{id}</span>}
      actions={
        <LinkButton href="/activity" icon={ArrowLeft}>
          Activity
        </LinkButton>
      }
    >
      {data === undefined &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={10} />)}
      {data !== undefined && events.length === 0 && (
        <EmptyState title="No entries of this session">
          The agent may not have sent them yet, or the session is of another tenant.
        </EmptyState>
      )}
      {events.length > 0 && <Session events={events} names={names} />}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load earlier entries
        </Button>
      )}
    </Page>
  );
}

type SessionProps = { readonly events: readonly HubEvent[]; readonly names: PrincipalNames };

function Session({ events, names }: SessionProps): ReactNode {
  const [open, setOpen] = useState<HubEvent>();
  const steps = stepsOf(events);
  const [first, last] = [events[0], events.at(-1)];
  const start = Date.parse(first?.time ?? "");
  const length = Date.parse(last?.time ?? "") - start;
  const count = (kind: Step["kind"], word: string): string =>
    formatCount(steps.filter((step) => step.kind === kind).length, word);
  const facts: readonly (readonly [string, string])[] = [
    ["Agent", first === undefined ? "" : sourceOf(first, names)],
    ["User", first?.user ?? ""],
    ["Started", formatExact(start)],
    ["Lasted", formatDuration(length)],
    ["Activated", count("activation", "skill")],
    ["Made", count("call", "call")],
    ["Refused", count("refusal", "call")],
  ];
  return (
    <>
      <dl className="session-facts">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="clip" title={value}>
                {value}
              </dd>
            </div>
          ))}
      </dl>
      <Card title="Timeline" isFlush>
        <Timeline {...{ steps, start, length }} onOpen={setOpen} />
      </Card>
      <EventDialog event={open} names={names} onClose={() => setOpen(undefined)} />
    </>
  );
}

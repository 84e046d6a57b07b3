import type { PrincipalNames } from "@skillwright/core/registry";
import Download from "lucide-react/icons/download";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import SearchX from "lucide-react/icons/search-x";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type ReactNode, useEffect, useState } from "react";
import { hubAddress } from "../api/call-hub.ts";
import { useMedia } from "../state/use-media.ts";
import { useTenant } from "../state/use-tenant.ts";
import { useUrlState } from "../state/use-url-state.ts";
import { Button } from "../ui/button.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { VirtualList } from "../ui/virtual-list.tsx";
import {
  type ActivityState,
  activityDefaults,
  type FilterName,
  filterTitles,
  isNarrowed,
  ranges,
  useActivityQuery,
} from "./activity-filters.ts";
import "./activity-page.css";
import { EventDialog } from "./event-dialog.tsx";
import { EventRow, EventRowHead } from "./event-row.tsx";
import { valueWords } from "./event-words.ts";
import { FacetPanel } from "./facet-panel.tsx";
import { IntegrityCard } from "./integrity-card.tsx";
import { useTail } from "./use-tail.ts";

/** Everything that agents did and people changed: searched, followed, exported and proved. */
export function ActivityPage(): ReactNode {
  const [state, setState] = useUrlState(activityDefaults);
  const query = useActivityQuery(state);
  const [isPaused, setPaused] = useState(false);
  const isScrolled = useScrolled();
  const tail = useTail(query, isPaused || isScrolled);
  const [isOpen, setOpen] = useState(false);
  return (
    <Page
      title="Activity"
      description="What agents did and people changed, in a log that proves itself."
      actions={<ExportLinks query={query} />}
    >
      <IntegrityCard />
      <div className="activity">
        <div className="activity-side" data-open={isOpen}>
          <TimeRange state={state} onChange={setState} />
          <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Filters
          </Button>
          <FacetPanel state={state} query={query} onChange={(change) => setState(change, { isStep: true })} />
        </div>
        <div className="activity-main">
          <div className="activity-bar">
            <ActiveFilters
              state={state}
              names={tail.names}
              onChange={(change) => setState(change, { isStep: true })}
            />
            <TailState
              {...{ isPaused, isScrolled, waiting: tail.waiting }}
              onToggle={() => {
                if (isScrolled) window.scrollTo({ top: 0 });
                setPaused(!isPaused && !isScrolled);
              }}
            />
          </div>
          <Results
            {...{ tail, state }}
            onOpen={(entry) => setState({ entry }, { isStep: true })}
            onReset={() => setState(activityDefaults, { isStep: true })}
          />
        </div>
      </div>
      <EventDialog
        event={tail.events.find(({ leaf }) => String(leaf) === state.entry)}
        names={tail.names}
        onClose={() => setState({ entry: "" })}
      />
    </Page>
  );
}

/** New entries would push away what the user has scrolled to. */
function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = (): void => setScrolled(window.scrollY > 400);
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return isScrolled;
}

function ExportLinks({ query }: { readonly query: Readonly<Record<string, string>> }): ReactNode {
  const tenant = useTenant();
  return ["csv", "jsonl"].map((format) => (
    <a
      key={format}
      className="button button-normal"
      href={hubAddress("/api/v1/audit/export", { query: { ...query, format, tenant } })}
      download={`audit.${format}`}
    >
      <Download size={16} aria-hidden />
      {format.toUpperCase()}
      <span className="unseen"> of these entries</span>
    </a>
  ));
}

type StateProps = {
  readonly state: ActivityState;
  readonly onChange: (change: Partial<ActivityState>) => void;
};

function TimeRange({ state: { range, from, to }, onChange }: StateProps): ReactNode {
  return (
    <div className="activity-range">
      <Select
        isInline
        label="Time"
        value={range}
        onChange={(value) => onChange({ range: value })}
        options={ranges}
      />
      {range === "custom" && (
        <>
          <TextField
            label="From"
            type="datetime-local"
            value={from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
          <TextField
            label="To"
            type="datetime-local"
            value={to}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </>
      )}
    </div>
  );
}

function ActiveFilters({
  state,
  names,
  onChange,
}: StateProps & { readonly names: PrincipalNames }): ReactNode {
  const { range: _, from: __, to: ___, entry: ____, ...filters } = state;
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  return (
    <ul className="activity-chips" aria-label="Filters in use">
      {given.map(([name, value]) => (
        <li key={name}>
          <button type="button" className="chip" onClick={() => onChange({ [name]: "" })}>
            <span className="clip">
              {filterTitles[name as FilterName]}: {valueWords(name, value, names)}
            </span>
            <span aria-hidden>×</span>
            <span className="unseen">, remove</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type TailStateProps = {
  readonly isPaused: boolean;
  readonly isScrolled: boolean;
  readonly waiting: number;
  readonly onToggle: () => void;
};

function TailState({ isPaused, isScrolled, waiting, onToggle }: TailStateProps): ReactNode {
  const isLive = !isPaused && !isScrolled;
  return (
    <div className="activity-tail">
      <span role="status" className={isLive ? "live" : "soft"}>
        {isLive
          ? "Live"
          : `Paused${waiting > 0 ? `, ${formatCount(waiting, "new entry", "new entries")}` : ""}`}
      </span>
      <Button icon={isLive ? Pause : Play} onClick={onToggle}>
        {isLive ? "Pause" : "Follow"}
      </Button>
    </div>
  );
}

type ResultsProps = {
  readonly tail: ReturnType<typeof useTail>;
  readonly state: ActivityState;
  readonly onOpen: (entry: string) => void;
  readonly onReset: () => void;
};

function Results({ tail, state, onOpen, onReset }: ResultsProps): ReactNode {
  const { events, names, error, isLoaded, hasMore, isLoading, loadMore, refresh } = tail;
  const isPhone = useMedia("(max-width: 48rem)");
  if (!isLoaded) return error ? <ErrorState error={error} onRetry={refresh} /> : <Skeleton lines={12} />;
  if (events.length === 0 && !hasMore) return <NoEvents isNarrow={isNarrowed(state)} onReset={onReset} />;
  return (
    <div className="event-rows">
      <EventRowHead />
      <VirtualList
        {...{ label: "Entries", count: events.length, rowHeight: isPhone ? 52 : 36 }}
        onSeen={(index) => {
          if (events.length >= 30 && index + 40 >= events.length) loadMore();
        }}
        item={(index) => (
          <EventRow
            event={events[index]}
            names={names}
            isOpen={String(events[index]?.leaf) === state.entry}
            onOpen={({ leaf }) => onOpen(String(leaf))}
          />
        )}
      />
      {hasMore && events.length < 30 && (
        <div className="event-more">
          <Button isBusy={isLoading} onClick={loadMore}>
            {isLoading ? "Searching older entries…" : "Search older entries"}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoEvents({
  isNarrow,
  onReset,
}: {
  readonly isNarrow: boolean;
  readonly onReset: () => void;
}): ReactNode {
  if (!isNarrow)
    return (
      <EmptyState title="No entries yet">
        Agents that sign in with <code>skillwright login</code> and sync send what they do.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="No entry matches"
      actions={<Button onClick={onReset}>Clear filters</Button>}
    >
      Try a longer time, or fewer filters.
    </EmptyState>
  );
}

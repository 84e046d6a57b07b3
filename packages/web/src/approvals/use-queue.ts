import type { Approval, HubAnswers } from "@skillwright/core/registry";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useEvents } from "../api/use-events.ts";
import { useHub } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { useUrlState } from "../state/use-url-state.ts";
import type { Decision } from "./decision-dialog.tsx";

export const queueStates = [
  { id: "pending", title: "Waiting" },
  { id: "approved", title: "Approved" },
  { id: "rejected", title: "Rejected" },
  { id: "withdrawn", title: "Taken back" },
  { id: "expired", title: "Expired" },
] as const;
const defaults = { state: "pending", q: "", id: "", view: "unified" };

export type Queue = {
  readonly answer: UseQueryResult<HubAnswers["GET /api/v1/approvals"]>;
  readonly state: (typeof queueStates)[number]["id"];
  readonly url: typeof defaults;
  readonly setUrl: ReturnType<typeof useUrlState<typeof defaults>>[1];
  /** Requests that match the search. */
  readonly requests: readonly Approval[];
  readonly current: Approval | undefined;
  /** Ids of requests that are selected to be decided together. */
  readonly checked: ReadonlySet<string>;
  readonly setChecked: (ids: readonly string[]) => void;
  readonly toggle: (id: string) => void;
  readonly select: (id: string) => void;
  readonly move: (step: 1 | -1) => void;
  /** What the user is about to decide. */
  readonly decision: Decision | undefined;
  readonly setDecision: (decision: Decision | undefined) => void;
  /** Asks about the selected requests, or about the open one. */
  readonly decide: (kind: Decision["kind"]) => void;
  readonly onDecided: (ids: readonly string[]) => void;
};

/** The requests of one state, which one is open, and which are selected. */
export function useQueue(): Queue {
  const may = useMay();
  const [url, setUrl] = useUrlState(defaults);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<Decision | undefined>(undefined);
  const state = queueStates.find(({ id }) => id === url.state)?.id ?? "pending";
  const answer = useHub("GET /api/v1/approvals", { query: { state } }, { refreshMs: 30_000 });
  useNews(may("audit:read"));
  const requests = (answer.data?.approvals ?? []).filter((one) => isFound(one, url.q));
  const current = requests.find(({ id }) => id === url.id);
  useFirst(requests, url.id, (id) => setUrl({ id }));
  const select = (id: string): void => setUrl({ id }, { isStep: url.id === "" });
  return {
    ...{ answer, state, url, setUrl, requests, current, checked, select, decision, setDecision },
    setChecked: (ids) => setChecked(new Set(ids)),
    toggle: (id) =>
      setChecked((all) => new Set(all.has(id) ? [...all].filter((one) => one !== id) : [...all, id])),
    move: (step) => {
      const at = requests.findIndex(({ id }) => id === url.id);
      const next = requests[at === -1 ? 0 : at + step];
      if (next !== undefined) select(next.id);
    },
    decide: (kind) => {
      const chosen = requests.filter(({ id }) => checked.has(id));
      const about = chosen.length > 0 || current === undefined ? chosen : [current];
      if (may("approvals:decide") && state === "pending" && about.length > 0)
        setDecision({ kind, requests: about });
    },
    onDecided: (decided) => {
      setChecked(new Set());
      const at = Math.max(
        0,
        requests.findIndex(({ id }) => id === url.id),
      );
      const isLeft = ({ id }: Approval): boolean => !decided.includes(id);
      const next = requests.slice(at).find(isLeft) ?? requests.find(isLeft);
      if (decided.includes(url.id) && state === "pending") setUrl({ id: next?.id ?? "" });
    },
  };
}

function isFound({ name, version }: Approval, text: string): boolean {
  return `${name} ${version}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Asks again when the log or the agents' state has grown: a request or a decision may be the reason. */
function useNews(seesLog: boolean): void {
  const client = useQueryClient();
  useEvents({
    ...{ path: seesLog ? "/api/v1/audit/events" : "/api/v1/state/events", event: "version" },
    onEvent: () => {
      void client.invalidateQueries({ queryKey: ["GET /api/v1/approvals"] });
      void client.invalidateQueries({ queryKey: ["GET /api/v1/approvals/{id}"] });
    },
  });
}

/** Where list and request fit beside each other, the first one is open. It stays open when others decide it. */
function useFirst(requests: readonly Approval[], id: string, onFirst: (id: string) => void): void {
  const first = requests[0]?.id;
  useEffect(() => {
    if (id === "" && first !== undefined && window.matchMedia("(min-width: 64rem)").matches) onFirst(first);
  });
}

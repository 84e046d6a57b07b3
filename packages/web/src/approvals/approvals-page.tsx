import ArrowLeft from "lucide-react/icons/arrow-left";
import Keyboard from "lucide-react/icons/keyboard";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useMay } from "../api/use-me.ts";
import { skillAddress } from "../skill/skill-state.ts";
import { useTenant, withTenant } from "../state/use-tenant.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { SearchField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { type Shortcut, ShortcutHelp, useShortcuts } from "../ui/shortcuts.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import "./approvals-page.css";
import { DecisionDialog } from "./decision-dialog.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { RequestList } from "./request-list.tsx";
import { type Queue, queueStates, useQueue } from "./use-queue.ts";

/** The queue of reviewers: what asks for approval, what is new in it, and what the policies say. */
export function ApprovalsPage(): ReactNode {
  const queue = useQueue();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const shortcuts = useReviewKeys(queue, () => setHelpOpen(true));
  const { answer, state, url, setUrl } = queue;
  return (
    <Page
      title="Approvals"
      description="Versions that agents may not use until a reviewer has looked at them."
      actions={
        <span className="approvals-keys">
          <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={() => setHelpOpen(true)} />
        </span>
      }
    >
      <Tabs
        label="State"
        tabs={queueStates.map((one) =>
          one.id === "pending" && state === "pending"
            ? { ...one, count: answer.data?.approvals.length }
            : one,
        )}
        value={state}
        onChange={(next) => {
          queue.setChecked([]);
          setUrl({ state: next, id: "" }, { isStep: true });
        }}
      >
        <Loaded of={answer}>
          {({ approvals, names }) =>
            approvals.length === 0 && url.id === "" ? (
              <Nothing state={state} />
            ) : (
              <div className={url.id === "" ? "approvals" : "approvals approvals-open"}>
                <div className="approvals-queue">
                  <SearchField
                    label="Find requests"
                    placeholder="Find by name"
                    value={url.q}
                    onChange={(q) => setUrl({ q })}
                  />
                  <RequestList queue={queue} names={names} />
                </div>
                <Opened queue={queue} />
              </div>
            )
          }
        </Loaded>
      </Tabs>
      <DecisionDialog
        decision={queue.decision}
        onClose={() => queue.setDecision(undefined)}
        onDecided={queue.onDecided}
      />
      <ShortcutHelp shortcuts={shortcuts} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </Page>
  );
}

function Opened({ queue: { url, setUrl, setDecision } }: { readonly queue: Queue }): ReactNode {
  return (
    <div className="approvals-detail">
      <span className="approvals-back">
        <Button icon={ArrowLeft} onClick={() => setUrl({ id: "" })}>
          All requests
        </Button>
      </span>
      {url.id === "" ? (
        <EmptyState title="No request is selected">Select one to see what it changes.</EmptyState>
      ) : (
        <RequestDetail
          key={url.id}
          id={url.id}
          isSplit={url.view === "split"}
          onSplit={(isSplit) => setUrl({ view: isSplit ? "split" : "unified" })}
          onDecide={setDecision}
        />
      )}
    </div>
  );
}

/** Reviewing without the mouse. */
function useReviewKeys(queue: Queue, onHelp: () => void): readonly Shortcut[] {
  const mayDecide = useMay()("approvals:decide");
  const tenant = useTenant();
  const [, navigate] = useLocation();
  const { current, url, move, toggle, decide } = queue;
  const open = (): void => {
    if (current !== undefined)
      navigate(withTenant(skillAddress(current.name, { version: current.version }), tenant));
  };
  const deciding: readonly Shortcut[] = [
    { key: "x", does: "Select or unselect the request", run: () => url.id !== "" && toggle(url.id) },
    { key: "a", does: "Approve the request, or all selected ones", run: () => decide("approve") },
    { key: "r", does: "Reject the request, or all selected ones", run: () => decide("reject") },
  ];
  const shortcuts: readonly Shortcut[] = [
    { key: "j", does: "Next request", run: () => move(1) },
    { key: "k", does: "Previous request", run: () => move(-1) },
    ...(mayDecide ? deciding : []),
    { key: "o", does: "Open the skill", run: open },
    { key: "?", does: "Show this list", run: onHelp },
  ];
  useShortcuts(shortcuts);
  return shortcuts;
}

function Nothing({ state }: { readonly state: string }): ReactNode {
  if (state !== "pending")
    return (
      <EmptyState title={`Nothing is ${queueStates.find(({ id }) => id === state)?.title.toLowerCase()}`}>
        Requests that reviewers have looked at appear here.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing waits for approval">
      Versions appear here when a policy wants a reviewer to look at them before agents may use them.
    </EmptyState>
  );
}

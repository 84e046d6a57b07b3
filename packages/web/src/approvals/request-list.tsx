import type { Approval, PrincipalNames } from "@skillwright/core/registry";
import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef } from "react";
import { useMay, useMe } from "../api/use-me.ts";
import { VerdictBadge } from "../skill/scan-verdict.tsx";
import { Button } from "../ui/button.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { Queue } from "./use-queue.ts";

type RequestListProps = { readonly queue: Queue; readonly names?: PrincipalNames | undefined };

/** The requests, one of which is open; some may be selected to decide them together. */
export function RequestList(props: RequestListProps): ReactNode {
  const { requests, checked, setChecked, decide, state } = props.queue;
  const isPickable = useMay()("approvals:decide") && state === "pending";
  if (requests.length === 0)
    return (
      <EmptyState title="No request has this name" isSmall>
        Clear the search to see all of them.
      </EmptyState>
    );
  const count = requests.filter(({ id }) => checked.has(id)).length;
  return (
    <div className="request-list">
      {isPickable && (
        <div className="request-bulk">
          <label>
            <input
              type="checkbox"
              checked={count === requests.length}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < requests.length;
              }}
              onChange={(event) => setChecked(event.target.checked ? requests.map(({ id }) => id) : [])}
            />
            {count === 0 ? "Select all" : `${count} selected`}
          </label>
          {count > 0 && (
            <span className="request-bulk-actions">
              <Button icon={X} onClick={() => decide("reject")}>
                {`Reject ${count}`}
              </Button>
              <Button icon={Check} kind="primary" onClick={() => decide("approve")}>
                {`Approve ${count}`}
              </Button>
            </span>
          )}
        </div>
      )}
      <ul aria-label="Requests">
        {requests.map((request) => (
          <Item key={request.id} {...{ request, isPickable, ...props }} />
        ))}
      </ul>
    </div>
  );
}

type ItemProps = RequestListProps & { readonly request: Approval; readonly isPickable: boolean };

function Item({ request, names, isPickable, queue: { url, checked, select, toggle } }: ItemProps): ReactNode {
  const { id, name, version, scanVerdict = "pass", askedBy, askedAt, decidedBy, decidedAt } = request;
  const me = useMe()?.id;
  const isCurrent = id === url.id;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const who = decidedBy ?? askedBy;
  return (
    <li ref={item} className={isCurrent ? "request request-current" : "request"}>
      {isPickable && (
        <input
          type="checkbox"
          aria-label={`Select ${name} ${version}`}
          checked={checked.has(id)}
          onChange={() => toggle(id)}
        />
      )}
      <button type="button" aria-current={isCurrent ? "true" : undefined} onClick={() => select(id)}>
        <span className="request-name">
          <span className="clip" title={name}>
            {name}
          </span>
          <span className="request-version clip" title={version}>
            {version}
          </span>
          {scanVerdict !== "pass" && <VerdictBadge verdict={scanVerdict} />}
        </span>
        <span className="request-meta">
          <span className="clip">
            {decidedBy === undefined ? "Asked by " : "Decided by "}
            {principalName(who, { names, me }).replace(/^You$/, "you")}
          </span>
          <RelativeTime time={decidedAt ?? askedAt} />
        </span>
      </button>
    </li>
  );
}

import type { Confirmed } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { formatCount } from "../ui/format.ts";

/** How many of the agents have confirmed; it counts up while the page is open. */
export function Progress({ confirmed }: { readonly confirmed: Confirmed | undefined }): ReactNode {
  if (confirmed === undefined) return null;
  const { agents, acknowledged } = confirmed;
  if (agents === 0) return <span className="progress soft">No agent yet</span>;
  const isDone = acknowledged >= agents;
  return (
    <span className="progress" role="status">
      <span className="progress-line" aria-hidden>
        <span
          className={isDone ? "progress-done" : undefined}
          style={{ width: `${(100 * acknowledged) / agents}%` }}
        />
      </span>
      <span className="number">
        {isDone
          ? `All ${formatCount(agents, "agent")} confirmed`
          : `${acknowledged} of ${formatCount(agents, "agent")} confirmed`}
      </span>
    </span>
  );
}

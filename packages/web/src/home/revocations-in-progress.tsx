import type { RevocationRecord } from "@skillwright/core/registry";
import { type ReactNode, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { formatCount } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { TileNote } from "./tile.tsx";

/** Revocations of the last days, with how many agents have confirmed each of them. */
export function RevocationsInProgress(): ReactNode {
  const revocations = useHub("GET /api/v1/revocations", {});
  const [since] = useState(() => Date.now() - recentMs);
  return (
    <Loaded of={revocations} isSmall loading={<TileNote>Loading…</TileNote>}>
      {(answer) => {
        const recent = answer.revocations.filter(
          ({ liftedAt, createdAt }) => liftedAt === undefined && Date.parse(createdAt) > since,
        );
        return (
          <>
            <p className={recent.length === 0 ? "home-tile-count home-tile-none" : "home-tile-count"}>
              {recent.length}
            </p>
            {recent.length === 0 && <TileNote>Nothing was revoked this week.</TileNote>}
            <ul>
              {recent.slice(0, 3).map((revocation) => (
                <Progress key={revocation.id} revocation={revocation} />
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}

const recentMs = 604_800_000;

function Progress({ revocation: { id, kind, value } }: { readonly revocation: RevocationRecord }): ReactNode {
  const { data } = useHub(
    "GET /api/v1/revocations/{id}/acknowledgements",
    { params: { id } },
    { refreshMs: 2000 },
  );
  const isDone = data !== undefined && data.acknowledged >= data.agents;
  return (
    <li>
      <span className="clip" title={`${kind} ${value}`}>
        {value}
      </span>
      <span className="soft number">
        {data !== undefined &&
          (isDone ? `all ${formatCount(data.agents, "agent")}` : `${data.acknowledged} of ${data.agents}`)}
      </span>
    </li>
  );
}

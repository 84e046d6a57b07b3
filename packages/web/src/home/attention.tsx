import { useQueryClient } from "@tanstack/react-query";
import Bot from "lucide-react/icons/bot";
import CircleSlash from "lucide-react/icons/circle-slash";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import ShieldAlert from "lucide-react/icons/shield-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useEvents } from "../api/use-events.ts";
import { useHub } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { VerdictBadge } from "../skill/scan-verdict.tsx";
import { skillAddress } from "../skill/skill-state.ts";
import { formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { RevocationsInProgress } from "./revocations-in-progress.tsx";
import { Tile, TileNote } from "./tile.tsx";

/** One tile for each thing that may need the user, as far as they may see it. */
export function Attention(): ReactNode {
  const may = useMay();
  const client = useQueryClient();
  useEvents({
    ...{ path: "/api/v1/state/events", event: "version", isEnabled: may("state:read") },
    onEvent: () =>
      void client.invalidateQueries({ predicate: ({ queryKey: [route] }) => isGoverned(String(route)) }),
  });
  return (
    <section className="home-tiles" aria-label="What needs you">
      {may("approvals:read") && <Approvals />}
      {may("revocations:read") && may("agents:read") && (
        <Tile icon={CircleSlash} title="Revoked this week" href="/deployments?tab=revocations">
          <RevocationsInProgress />
        </Tile>
      )}
      {may("agents:read") && <Agents />}
      {may("usage:read") && <FailingSkills />}
      {may("deployments:read") && <Findings />}
    </section>
  );
}

/** What a new state document may have changed. */
function isGoverned(route: string): boolean {
  return ["approvals", "revocations", "deployments", "agents"].some((part) =>
    route.startsWith(`GET /api/v1/${part}`),
  );
}

function Approvals(): ReactNode {
  const approvals = useHub("GET /api/v1/approvals", { query: { state: "pending" } });
  return (
    <Tile icon={ClipboardCheck} title="Waiting for approval" href="/approvals">
      <Loaded of={approvals} isSmall loading={<TileNote>Loading…</TileNote>}>
        {({ approvals: waiting }) => (
          <>
            <TileCount count={waiting.length} />
            {waiting.length === 0 && <TileNote>Every version is decided.</TileNote>}
            <ul>
              {waiting.slice(0, 3).map(({ id, name, version, scanVerdict }) => (
                <li key={id}>
                  <Link className="clip" href={`/approvals?id=${encodeURIComponent(id)}`}>
                    {name} <span className="soft">{version}</span>
                  </Link>
                  {scanVerdict !== undefined && scanVerdict !== "pass" && (
                    <VerdictBadge verdict={scanVerdict} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Tile>
  );
}

function Agents(): ReactNode {
  const agents = useHub("GET /api/v1/agents", {}, { refreshMs: 30_000 });
  return (
    <Tile icon={Bot} title="Agents out of touch" href="/settings/agents">
      <Loaded of={agents} isSmall loading={<TileNote>Loading…</TileNote>}>
        {({ agents: all, sequence }) => {
          const stale = all.filter((agent) => agent.stale);
          const behind = all.filter((agent) => !agent.stale && agent.sequence < sequence);
          return (
            <>
              <TileCount count={stale.length} />
              <TileNote>
                of {formatCount(all.length, "agent")}
                {behind.length > 0 && `; ${behind.length} not yet on the newest state`}
              </TileNote>
              <ul>
                {stale.slice(0, 2).map(({ id, name, seenAt }) => (
                  <li key={id}>
                    <span className="clip">{name}</span>
                    <RelativeTime time={seenAt} isShort />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Tile>
  );
}

function FailingSkills(): ReactNode {
  const usage = useHub("GET /api/v1/usage", { query: { days: 7 } });
  return (
    <Tile icon={TriangleAlert} title="Failing this week" href="/analytics?days=7">
      <Loaded of={usage} isSmall loading={<TileNote>Loading…</TileNote>}>
        {({ skills }) => {
          const failing = skills
            .filter(({ calls, failures, denials }) => calls > 0 && failures + denials > 0)
            .toSorted((a, b) => b.failures + b.denials - (a.failures + a.denials));
          return (
            <>
              <TileCount count={failing.length} />
              {failing.length === 0 && <TileNote>No failed or refused calls.</TileNote>}
              <ul>
                {failing.slice(0, 3).map(({ skill, failures, denials }) => (
                  <li key={skill} title={`${failures} failed, ${denials} refused`}>
                    <Link className="clip" href={`/activity?skill=${encodeURIComponent(skill)}`}>
                      {skill}
                    </Link>
                    <span className="soft number">{formatCount(failures + denials, "call")}</span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Tile>
  );
}

function Findings(): ReactNode {
  const findings = useHub("GET /api/v1/deployments/findings", {});
  return (
    <Tile icon={ShieldAlert} title="Findings in use" href="/deployments">
      <Loaded of={findings} isSmall loading={<TileNote>Loading…</TileNote>}>
        {({ skills, total }) => (
          <>
            <TileCount count={total} />
            {total === 0 && <TileNote>Scans found nothing in what agents run.</TileNote>}
            <ul>
              {skills.slice(0, 3).map(({ name, version, verdict, reasons, error, warning, info }) => (
                <li key={`${name} ${version}`} title={reasons.join(", ") || undefined}>
                  <Link className="clip" href={skillAddress(name, { version, tab: "findings" })}>
                    {name} <span className="soft">{version}</span>
                  </Link>
                  {verdict === undefined || verdict === "pass" ? (
                    <span className="soft number">{formatCount(error + warning + info, "finding")}</span>
                  ) : (
                    <VerdictBadge verdict={verdict} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Tile>
  );
}

function TileCount({ count }: { readonly count: number }): ReactNode {
  return <p className={count === 0 ? "home-tile-count home-tile-none" : "home-tile-count"}>{count}</p>;
}

import type {
  DeploymentList,
  DeploymentRecord,
  RevocationList,
  RevocationRecord,
} from "@skillwright/core/registry";
import CircleSlash from "lucide-react/icons/circle-slash";
import Rocket from "lucide-react/icons/rocket";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Scope } from "./deployed-list.tsx";
import { useDeploy } from "./use-deploy.ts";
import { isInForce } from "./use-governed.ts";

type HistoryListProps = { readonly revocations: RevocationList | undefined; readonly text: string };

/** What was deployed or revoked and is over, the newest first. */
export function HistoryList({ revocations, text }: HistoryListProps): ReactNode {
  const ended = useHub("GET /api/v1/deployments", { query: { state: "ended" } });
  return (
    <Loaded of={ended}>
      {(answer) => {
        const entries = toEntries(answer, revocations).filter(({ title }) =>
          title.toLowerCase().includes(text.trim().toLowerCase()),
        );
        if (entries.length === 0)
          return (
            <EmptyState title="Nothing is over yet">
              Deployments that ended and revocations that were lifted or expired appear here.
            </EmptyState>
          );
        return (
          <ul className="rows" aria-label="History">
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

type Entry = {
  readonly id: string;
  readonly title: string;
  readonly names: DeploymentList["names"];
  readonly startedBy: string;
  readonly startedAt: string;
  readonly overBy: string | undefined;
  readonly overAt: string;
  readonly of: { readonly deployment: DeploymentRecord } | { readonly revocation: RevocationRecord };
};

function toEntries(
  { deployments, names }: DeploymentList,
  revocations: RevocationList | undefined,
): readonly Entry[] {
  const over = (revocations?.revocations ?? []).filter((one) => !isInForce(one));
  return [
    ...deployments.map(
      (one): Entry => ({
        ...{ id: one.id, title: `${one.name} ${one.version}`, names, of: { deployment: one } },
        ...{
          startedBy: one.createdBy,
          startedAt: one.createdAt,
          overBy: one.endedBy,
          overAt: one.endedAt ?? "",
        },
      }),
    ),
    ...over.map(
      (one): Entry => ({
        ...{ id: one.id, title: one.value, names: revocations?.names, of: { revocation: one } },
        ...{ startedBy: one.createdBy, startedAt: one.createdAt, overBy: one.liftedBy },
        overAt: one.liftedAt ?? one.expiresAt ?? "",
      }),
    ),
  ].sort((a, b) => (a.overAt < b.overAt ? 1 : -1));
}

function Row({ entry }: { readonly entry: Entry }): ReactNode {
  const { title, names, startedBy, startedAt, overBy, overAt, of } = entry;
  const me = useMe()?.id;
  const who = (id: string): string => principalName(id, { names, me }).replace(/^You$/, "you");
  const isDeployment = "deployment" in of;
  const word = isDeployment ? "ended" : "lifted";
  return (
    <li className="row">
      <div className="row-main">
        <p className="row-title">
          <span className="clip" title={title}>
            {title}
          </span>
          <Badge icon={isDeployment ? Rocket : CircleSlash}>
            {isDeployment ? "Deployment" : "Revocation"}
          </Badge>
          <Scope row={isDeployment ? of.deployment : of.revocation} />
        </p>
        <p className="row-meta">
          <span>
            {`${overBy === undefined ? "over" : `${word} by ${who(overBy)}`} `}
            <RelativeTime time={overAt} />
          </span>
          <span>
            {`started by ${who(startedBy)} `}
            <RelativeTime time={startedAt} />
          </span>
        </p>
      </div>
      {isDeployment && <Again deployment={of.deployment} />}
    </li>
  );
}

function Again({ deployment }: { readonly deployment: DeploymentRecord }): ReactNode {
  const may = useMay();
  const tenant = useMe()?.tenant;
  const { deploy, isBusy } = useDeploy();
  if (!may("deployments:write") || deployment.tenant !== tenant) return null;
  const { name, version } = deployment;
  return (
    <span className="row-actions">
      <Button
        icon={RotateCcw}
        isBusy={isBusy}
        aria-label={`Deploy again: ${name} ${version}`}
        onClick={() => void deploy(deployment)}
      >
        Deploy again
      </Button>
    </span>
  );
}

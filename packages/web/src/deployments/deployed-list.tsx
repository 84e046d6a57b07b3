import type { Confirmations, DeploymentList, DeploymentRecord } from "@skillwright/core/registry";
import CircleSlash from "lucide-react/icons/circle-slash";
import Globe from "lucide-react/icons/globe";
import Square from "lucide-react/icons/square";
import { type ReactNode, useState } from "react";
import { useMay, useMe, useTenantName } from "../api/use-me.ts";
import { shortDigest } from "../skill/skill-state.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Link } from "../ui/link.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { SetDeploymentsUrl } from "./deployments-page.tsx";
import { Progress } from "./progress.tsx";
import { useDeploy } from "./use-deploy.ts";

type DeployedListProps = {
  readonly answer: DeploymentList;
  readonly confirmations: Confirmations | undefined;
  readonly text: string;
  readonly setUrl: SetDeploymentsUrl;
};

/** What is active where. */
export function DeployedList({ answer, confirmations, text, setUrl }: DeployedListProps): ReactNode {
  const [ending, setEnding] = useState<DeploymentRecord | undefined>(undefined);
  const { end, isBusy } = useDeploy();
  const rows = answer.deployments.filter(({ name }) =>
    name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  if (rows.length === 0)
    return (
      <EmptyState title={text === "" ? "Nothing is deployed" : "No deployment has this name"}>
        {text === "" &&
          "A deployed skill reaches every agent that is connected to the hub, without anyone installing it."}
      </EmptyState>
    );
  const progress = new Map(confirmations?.deployments.map((one) => [one.id, one]));
  return (
    <>
      <ul className="rows" aria-label="Deployed skills">
        {rows.map((row) => (
          <Row key={row.id} row={row} names={answer.names}>
            <Progress confirmed={progress.get(row.id)} />
            <Actions
              row={row}
              onEnd={() => setEnding(row)}
              onRevoke={() =>
                setUrl({ dialog: "revoke", kind: "version", value: `${row.name}@${row.version}` })
              }
            />
          </Row>
        ))}
      </ul>
      <Confirm
        title={`End the deployment of ${ending?.name ?? ""}?`}
        action={`End ${ending?.name ?? ""} ${ending?.version ?? ""}`}
        isOpen={ending !== undefined}
        isDangerous
        isBusy={isBusy}
        onClose={() => setEnding(undefined)}
        onConfirm={() => {
          if (ending !== undefined) void end(ending).then(() => setEnding(undefined));
        }}
      >
        <p>
          Agents remove it when they next contact the hub. People can still install it themselves; to stop
          that too, revoke it.
        </p>
      </Confirm>
    </>
  );
}

type RowProps = {
  readonly row: DeploymentRecord;
  readonly names: DeploymentList["names"];
  readonly children: ReactNode;
};

function Row({ row, names, children }: RowProps): ReactNode {
  const { name, version, digest, createdBy, createdAt, withheld } = row;
  const me = useMe()?.id;
  return (
    <li className="row">
      <div className="row-main">
        <p className="row-title">
          <Link
            href={`/skills/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`}
            className="clip"
          >
            {name}
          </Link>
          <span className="soft">{version}</span>
          <Scope row={row} />
          {withheld !== undefined && (
            <Badge
              tone={withheld === "revoked" ? "bad" : "warn"}
              icon={CircleSlash}
              title="Agents do not get it now"
            >
              {withheldWords[withheld] ?? withheld}
            </Badge>
          )}
        </p>
        <p className="row-meta">
          <span>
            Deployed by {principalName(createdBy, { names, me }).replace(/^You$/, "you")}{" "}
            <RelativeTime time={createdAt} />
          </span>
          <span className="row-digest">
            <code title={digest}>{shortDigest(digest)}</code>
            <CopyButton text={digest} label={`Copy digest of ${name}`} />
          </span>
        </p>
      </div>
      {children}
    </li>
  );
}

/** Why agents do not get what is deployed. */
const withheldWords: Readonly<Record<string, string>> = {
  revoked: "Revoked",
  pending: "Waits for approval",
  rejected: "Rejected",
  draft: "Draft",
  gone: "No longer on the hub",
};

/** Where it is active. */
export function Scope({
  row,
}: {
  readonly row: Pick<DeploymentRecord, "tenant" | "environment">;
}): ReactNode {
  const tenantName = useTenantName();
  return (
    <>
      {row.tenant === "enterprise" ? (
        <Badge icon={Globe}>All tenants</Badge>
      ) : (
        <Badge title={row.tenant}>{tenantName(row.tenant)}</Badge>
      )}
      {row.environment !== undefined && <Badge tone="accent">{row.environment}</Badge>}
    </>
  );
}

type ActionsProps = {
  readonly row: DeploymentRecord;
  readonly onEnd: () => void;
  readonly onRevoke: () => void;
};

function Actions({ row, onEnd, onRevoke }: ActionsProps): ReactNode {
  const may = useMay();
  const tenant = useMe()?.tenant;
  return (
    <span className="row-actions">
      {may("revocations:write") && (
        <Button icon={CircleSlash} onClick={onRevoke} aria-label={`Revoke ${row.name} ${row.version}`}>
          Revoke…
        </Button>
      )}
      {may("deployments:write") && row.tenant === tenant && (
        <Button icon={Square} onClick={onEnd} aria-label={`End the deployment of ${row.name} ${row.version}`}>
          End…
        </Button>
      )}
    </span>
  );
}

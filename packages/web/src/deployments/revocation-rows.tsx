import type { Confirmations, PrincipalNames, RevocationRecord } from "@skillwright/core/registry";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useState } from "react";
import { useMay, useMe } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Scope } from "./deployed-list.tsx";
import { Progress } from "./progress.tsx";
import { kindLabels } from "./revocation-kinds.ts";
import { useRevoke } from "./use-revoke.ts";

type RevocationRowsProps = {
  readonly rows: readonly RevocationRecord[];
  readonly names: PrincipalNames | undefined;
  readonly confirmations: Confirmations | undefined;
  readonly text: string;
};

/** What agents must not use, and how many of them know. */
export function RevocationRows({ rows, names, confirmations, text }: RevocationRowsProps): ReactNode {
  const [lifting, setLifting] = useState<RevocationRecord | undefined>(undefined);
  const { lift, isBusy } = useRevoke();
  const shown = rows.filter(({ value }) => value.toLowerCase().includes(text.trim().toLowerCase()));
  if (shown.length === 0)
    return (
      <EmptyState title={text === "" ? "Nothing is revoked" : "No revocation has this name"}>
        {text === "" && "A revoked skill is refused by every agent, wherever it was installed from."}
      </EmptyState>
    );
  const progress = new Map(confirmations?.revocations.map((one) => [one.id, one]));
  return (
    <>
      <ul className="rows" aria-label="Revocations">
        {shown.map((row) => (
          <li key={row.id} className="row">
            <Target row={row} names={names} />
            <Progress confirmed={progress.get(row.id)} />
            <Lift row={row} onLift={() => setLifting(row)} />
          </li>
        ))}
      </ul>
      <Confirm
        title={`Lift the revocation of ${lifting?.value ?? ""}?`}
        action={`Lift the revocation of ${lifting?.value ?? ""}`}
        isOpen={lifting !== undefined}
        isBusy={isBusy}
        onClose={() => setLifting(undefined)}
        onConfirm={() => {
          if (lifting !== undefined) void lift(lifting).then(() => setLifting(undefined));
        }}
      >
        <p>Agents may use it again when they next contact the hub. Deployments of it take effect again.</p>
      </Confirm>
    </>
  );
}

type TargetProps = { readonly row: RevocationRecord; readonly names: PrincipalNames | undefined };

function Target({ row, names }: TargetProps): ReactNode {
  const me = useMe()?.id;
  return (
    <div className="row-main">
      <p className="row-title">
        <span className="clip" title={row.value}>
          {row.value}
        </span>
        <Badge tone="bad">{kindLabels[row.kind]}</Badge>
        <Scope row={row} />
      </p>
      {row.message !== "" && <p className="row-message">{row.message}</p>}
      <p className="row-meta">
        <span>
          Revoked by {principalName(row.createdBy, { names, me }).replace(/^You$/, "you")}{" "}
          <RelativeTime time={row.createdAt} />
        </span>
        {row.expiresAt !== undefined && (
          <span>
            ends <RelativeTime time={row.expiresAt} />
          </span>
        )}
      </p>
    </div>
  );
}

function Lift({ row, onLift }: { readonly row: RevocationRecord; readonly onLift: () => void }): ReactNode {
  const may = useMay();
  const tenant = useMe()?.tenant;
  return (
    <span className="row-actions">
      {may("revocations:write") && row.tenant === tenant && (
        <Button icon={Undo2} onClick={onLift} aria-label={`Lift the revocation of ${row.value}`}>
          Lift…
        </Button>
      )}
    </span>
  );
}

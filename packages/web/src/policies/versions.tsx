import type { PolicyVersion } from "@skillwright/core/registry";
import FilePlus from "lucide-react/icons/file-plus-2";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMe } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { VersionDetails } from "./version-details.tsx";

type VersionsProps = {
  /** The chosen version and what it is compared with, from the address; empty for the newest and the one in force. */
  readonly version: string;
  readonly against: string;
  readonly mayWrite: boolean;
  readonly onChange: (change: { readonly version?: string; readonly against?: string }) => void;
};

/** Every version of the tenant's policy: who wrote it, what it changes, what it would have done. */
export function Versions({ version, against, mayWrite, onChange }: VersionsProps): ReactNode {
  const policies = useHub("GET /api/v1/policies", {});
  const me = useMe()?.id;
  return (
    <Loaded of={policies}>
      {({ policies: all, names }) => {
        const chosen = all.find((one) => String(one.version) === version) ?? all[0];
        if (chosen === undefined) return <NoVersions mayWrite={mayWrite} />;
        return (
          <div className="versions">
            <ol className="version-list" aria-label="Versions">
              {all.map((one) => (
                <li key={one.version}>
                  <button
                    type="button"
                    className="version-item"
                    aria-current={one === chosen}
                    onClick={() => onChange({ version: String(one.version), against: "" })}
                  >
                    <span className="version-name">
                      Version {one.version} <VersionState policy={one} all={all} />
                    </span>
                    <span className="version-by clip">
                      {principalName(one.createdBy, { names, me })} · <RelativeTime time={one.createdAt} />
                    </span>
                  </button>
                </li>
              ))}
            </ol>
            <VersionDetails {...{ chosen, all, against, mayWrite, onChange }} />
          </div>
        );
      }}
    </Loaded>
  );
}

type StateProps = { readonly policy: PolicyVersion; readonly all: readonly PolicyVersion[] };

/** Newer than what is in force: a draft. Older versions may have been in force. */
function VersionState({ policy, all }: StateProps): ReactNode {
  const active = all.find(({ isActive }) => isActive);
  if (policy.isActive) return <Badge tone="good">in force</Badge>;
  return policy.version > (active?.version ?? 0) ? (
    <Badge tone="accent">draft</Badge>
  ) : (
    <Badge>earlier</Badge>
  );
}

export function NoVersions({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  return (
    <EmptyState
      title="No policy yet"
      actions={
        mayWrite && (
          <LinkButton kind="primary" icon={FilePlus} href="/policies?tab=edit">
            Write a policy
          </LinkButton>
        )
      }
    >
      Every valid version is approved, and agents decide about tool calls by their own policies.
    </EmptyState>
  );
}

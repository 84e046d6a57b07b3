import type { VersionDetails } from "@skillwright/core/registry";
import type { ComponentProps, ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Skeleton } from "../ui/states.tsx";
import { RequestedTable } from "./requested-table.tsx";
import { VerdictBadge } from "./scan-verdict.tsx";

type RequestedChangesProps = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly changedScripts: readonly string[];
};

/** What any two versions of a skill ask for, and the verdicts of their scans. */
export function RequestedChanges({ name, from, to, changedScripts }: RequestedChangesProps): ReactNode {
  const route = "GET /api/v1/skills/{name}/versions/{version}";
  const before = useHub(route, { params: { name, version: from } });
  const after = useHub(route, { params: { name, version: to } });
  return (
    <Loaded of={before} isSmall loading={<Skeleton lines={4} />}>
      {(old) => (
        <Loaded of={after} isSmall loading={<Skeleton lines={4} />}>
          {(now) => <RequestedTable {...{ before: sideOf(old), after: sideOf(now), changedScripts }} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function sideOf({
  version,
  requested,
  scan,
}: VersionDetails): ComponentProps<typeof RequestedTable>["before"] {
  const { hookCommands: hooks, ...rest } = requested;
  return {
    ...{ title: version, requested: { ...rest, hooks } },
    scan: scan ? <VerdictBadge verdict={scan.verdict} /> : <span className="soft">Not scanned</span>,
  };
}

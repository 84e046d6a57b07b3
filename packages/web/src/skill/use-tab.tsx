import Rocket from "lucide-react/icons/rocket";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMay, useMe, useTenantName } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { shortActor, skillAddress } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";
import { Usage } from "./usage.tsx";

/** Where the skill is deployed, and how it is used. */
export function UseTab(props: TabProps): ReactNode {
  const may = useMay();
  return (
    <div className="skill-stack">
      {may("deployments:read") && <Deployments name={props.skill.name} />}
      {may("usage:read") && <Usage {...props} />}
    </div>
  );
}

function Deployments({ name }: { readonly name: string }): ReactNode {
  const me = useMe();
  const tenantName = useTenantName();
  const answer = useHub("GET /api/v1/deployments", { query: { name } });
  return (
    <Card isFlush title="Where it is deployed">
      <Loaded of={answer} isSmall>
        {({ deployments }) =>
          deployments.length === 0 ? (
            <EmptyState icon={Rocket} isSmall title="Not deployed">
              No agent gets it by itself. People can still install it.
            </EmptyState>
          ) : (
            <Table
              caption={`Deployments of ${name}`}
              rows={deployments}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Environment",
                  cell: ({ environment }) => environment || "every environment",
                },
                { title: "Tenant", cell: ({ tenant }) => <Badge title={tenant}>{tenantName(tenant)}</Badge> },
                {
                  title: "Version",
                  cell: ({ version }) => (
                    <Link className="number" href={skillAddress(name, { version })}>
                      {version}
                    </Link>
                  ),
                },
                { title: "Since", cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
                {
                  title: "By",
                  cell: ({ createdBy }) => (
                    <span title={createdBy}>{createdBy === me?.id ? "you" : shortActor(createdBy)}</span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

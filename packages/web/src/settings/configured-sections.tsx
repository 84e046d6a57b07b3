import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { Card } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

/** How people sign in, and which group gives which role. */
export function IdentitySection(): ReactNode {
  const settings = useHub("GET /api/v1/settings", {});
  return (
    <Loaded of={settings}>
      {({ provider }) =>
        provider === undefined ? (
          <Card title="Identity provider">
            <EmptyState isSmall title="No identity provider">
              People sign in with links and tokens. To use OpenID Connect, set <code>openIdConnect</code> in
              the hub's configuration file and start it again.
            </EmptyState>
          </Card>
        ) : (
          <>
            <Card title="Identity provider">
              <dl className="settings-facts">
                <dt>Issuer</dt>
                <dd>{provider.issuer}</dd>
                <dt>Client</dt>
                <dd>{provider.clientId}</dd>
                <dt>Claim with groups</dt>
                <dd>
                  {provider.groupsClaim}
                  <small>
                    Change these in <code>openIdConnect</code> of the hub's configuration file, then start it
                    again.
                  </small>
                </dd>
              </dl>
            </Card>
            <Card title="Groups and their roles" isFlush>
              {provider.groups.length === 0 ? (
                <EmptyState isSmall title="No group gives a role here">
                  Without one, people of the provider can sign in only after an administrator gave them a
                  role.
                </EmptyState>
              ) : (
                <Table
                  caption="List of groups"
                  keyOf={({ group }) => group}
                  rows={provider.groups}
                  columns={[
                    { title: "Group", cell: ({ group }) => group },
                    { title: "Role", cell: ({ role }) => role },
                    { title: "Tenant", cell: ({ tenant }) => tenant },
                    { title: "Team", cell: ({ team }) => team || "Whole tenant" },
                  ]}
                />
              )}
            </Card>
          </>
        )
      }
    </Loaded>
  );
}

/** How long things are kept, and how long agents go on alone. */
export function RetentionSection(): ReactNode {
  const settings = useHub("GET /api/v1/settings", {});
  return (
    <Card title="Retention">
      <Loaded of={settings}>
        {({ retentionDays, leaseHours, strictLease }) => (
          <dl className="settings-facts">
            <dt>Audit events</dt>
            <dd>
              {formatCount(retentionDays, "day")}
              <small>
                Then their content is erased. Their hashes stay, so that the log can still be proved.
              </small>
            </dd>
            <dt>Lease of agents</dt>
            <dd>
              {formatCount(leaseHours, "hour")}
              <small>
                {strictLease
                  ? "An agent that has not reached the hub for so long refuses the hub's skills."
                  : "An agent that has not reached the hub for so long goes on, and is shown as stale."}
              </small>
            </dd>
            <dt>Where to change it</dt>
            <dd>
              <code>retentionDays</code>, <code>leaseHours</code> and <code>strictLease</code> in the hub's
              configuration file
              <small>Start the hub again afterwards.</small>
            </dd>
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

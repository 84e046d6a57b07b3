import type { PolicyVersion, PrincipalNames } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMe } from "../api/use-me.ts";
import { Card } from "../ui/card.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { PolicyView } from "./policy-view.tsx";
import { NoVersions } from "./versions.tsx";

/** The policies that apply here now, the enterprise's first. */
export function InForce({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const active = useHub("GET /api/v1/policies/active", {});
  return (
    <Loaded of={active}>
      {({ enterprise, tenant, names }) => {
        if (enterprise === undefined && tenant === undefined) return <NoVersions mayWrite={mayWrite} />;
        return (
          <div className="policy-cards">
            {enterprise && <PolicyCard title="The enterprise's policy" policy={enterprise} names={names} />}
            {tenant && <PolicyCard title="The tenant's policy" policy={tenant} names={names} />}
            {enterprise && tenant && (
              <p className="soft">Both apply. The tenant's policy can only tighten the enterprise's.</p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

type PolicyCardProps = {
  readonly title: string;
  readonly policy: PolicyVersion;
  readonly names: PrincipalNames | undefined;
};

function PolicyCard({ title, policy, names }: PolicyCardProps): ReactNode {
  const me = useMe()?.id;
  return (
    <Card
      title={title}
      actions={
        <span className="policy-about">
          <span>Version {policy.version}</span>
          <RelativeTime time={policy.createdAt} />
          <span className="clip">
            by {principalName(policy.createdBy, { names, me }).replace(/^You$/, "you")}
          </span>
        </span>
      }
    >
      <PolicyView policy={policy.policy} />
    </Card>
  );
}

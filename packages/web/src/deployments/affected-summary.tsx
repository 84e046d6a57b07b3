import type { Affected } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { formatCount } from "../ui/format.ts";

type AffectedSummaryProps = { readonly affected: Affected; readonly verb: "get" | "stop using" };

/** Who notices: agents now, those that used it, and some of their names. */
export function AffectedSummary({ affected, verb }: AffectedSummaryProps): ReactNode {
  const { agents, users, tenants, samples } = affected;
  const places = tenants.length > 1 ? ` in ${formatCount(tenants.length, "tenant")}` : "";
  return (
    <>
      <p>
        <strong>
          {agents === 0
            ? "No agent is connected now"
            : `${formatCount(agents, "agent")}${places} ${verb} it at once`}
        </strong>
        {agents === 0 && "; agents learn of it when they connect"}
        {users > 0 && `; ${formatCount(users, "agent")} used it in the last month`}.
      </p>
      {samples.length > 0 && (
        <p className="preview-agents">
          {samples
            .slice(0, 5)
            .map(({ name, environment }) => (environment === "" ? name : `${name} (${environment})`))
            .join(", ")}
          {agents > 5 && ` and ${agents - 5} more`}
        </p>
      )}
    </>
  );
}

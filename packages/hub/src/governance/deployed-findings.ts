import { type DeployedFindings, deployedFindingsSchema } from "@skillwright/core/registry";
import type { Verdict } from "@skillwright/core/scan";
import { enterprise } from "../access/permissions.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { readRequested } from "./requested.ts";

/** What needs attention in skills that agents run. */
export const deployedFindingsRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/deployments/findings",
  summary: "Deployed versions whose scan found something or could not read everything, the worst first.",
  needs: "deployments:read",
  answer: deployedFindingsSchema,
  handle: async ({ hub, tenant }) => {
    const rows = await hub.database.read
      .selectFrom("deployments")
      .innerJoin("versions", (join) =>
        join
          .onRef("versions.name", "=", "deployments.name")
          .onRef("versions.version", "=", "deployments.version")
          .onRef("versions.digest", "=", "deployments.digest"),
      )
      .select(["deployments.name", "deployments.version", "versions.requested", "versions.findings"])
      .distinct()
      .where("deployments.tenant", "in", [tenant, enterprise])
      .where("versions.tenant", "in", [tenant, enterprise])
      .where("deployments.ended_at", "is", null)
      .limit(10_000)
      .execute();
    const skills = rows
      .flatMap(({ name, version, ...row }) => {
        const { findings, scan } = readRequested(row);
        const { verdict, reasons = [] } = scan ?? {};
        // A version from before the scanner has findings alone.
        if (findings.length === 0 && (verdict ?? "pass") === "pass") return [];
        const count = (severity: string): number =>
          findings.filter((one) => one.severity === severity).length;
        return [
          {
            ...{ name, version, error: count("error"), warning: count("warning"), info: count("info") },
            ...{ reasons, ...(verdict && { verdict }) },
          },
        ];
      })
      .sort(
        (a, b) =>
          rankOf(a.verdict) - rankOf(b.verdict) ||
          b.error - a.error ||
          b.warning - a.warning ||
          (a.name < b.name ? -1 : 1),
      );
    const answer: DeployedFindings = { skills: skills.slice(0, hubLimits.pageRows), total: skills.length };
    return Response.json(answer);
  },
});

const worstFirst: readonly Verdict[] = ["block", "review", "partial", "pass"];

function rankOf(verdict: Verdict = "pass"): number {
  return worstFirst.indexOf(verdict);
}

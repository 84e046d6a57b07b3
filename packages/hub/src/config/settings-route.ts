import { type GroupRole, type HubSettingsAnswer, settingsSchema } from "@skillwright/core/registry";
import { enterprise } from "../access/permissions.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { OpenIdSettings } from "./settings.ts";

/** What administrators want to look up. Secrets, files and addresses of databases are not in it. */
export const settingsRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/settings",
  summary: "How long the hub keeps things, how long agents go on without it, and which groups give roles.",
  needs: "members:read",
  answer: settingsSchema,
  handle: async ({ hub, tenant }) => {
    const { retentionDays, leaseHours, strictLease, openIdConnect } = hub.settings;
    const answer: HubSettingsAnswer = {
      ...{ retentionDays, leaseHours, strictLease },
      ...(openIdConnect && {
        provider: {
          ...{ issuer: openIdConnect.issuer, clientId: openIdConnect.clientId },
          ...{ groupsClaim: openIdConnect.groupsClaim, groups: groupsFor(openIdConnect, tenant) },
        },
      }),
    };
    return Response.json(answer, { headers: { "cache-control": "no-store" } });
  },
});

/** A tenant does not learn which groups have roles in another. */
function groupsFor({ groups }: OpenIdSettings, tenant: string): readonly GroupRole[] {
  return Object.entries(groups)
    .map(([group, given]) => ({ group, ...given }))
    .filter((one) => tenant === enterprise || one.tenant === tenant || one.tenant === enterprise)
    .sort((a, b) => a.group.localeCompare(b.group));
}

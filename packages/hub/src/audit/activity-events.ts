import type { HubReader } from "../database/database.ts";
import { eventAnswer } from "../http/event-answer.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Newest } from "../state/state-events.ts";
import { countLeaves } from "./query-events.ts";

/** The size of each tenant's log. One look at the end of an index for each tenant that is watched. */
export const newestEntries: Newest = async (read: HubReader, tenants) => {
  const found: { readonly tenant: string; readonly sequence: number }[] = [];
  for (const tenant of tenants) found.push({ tenant, sequence: await countLeaves(read, tenant) });
  return found;
};

export const activityRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/events",
  summary: "Server-sent events: the size of the tenant's log whenever it has grown, at most once a second.",
  needs: "audit:read",
  handle: async ({ hub, tenant, principal, request }) => {
    const sequence = await countLeaves(hub.database.read, tenant);
    const stream = hub.activity.follow({ tenant, who: principal?.id ?? "", sequence });
    if (stream === undefined)
      throw new Refusal("UNAVAILABLE", "Too many event streams are open. Poll instead.", {
        "retry-after": "30",
      });
    if (request.method === "HEAD") await stream.cancel();
    return eventAnswer(stream);
  },
});

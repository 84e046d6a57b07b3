import { signedStateSchema } from "@skillwright/core/registry";
import { settleExpired } from "../governance/settle-expired.ts";
import { eventAnswer } from "../http/event-answer.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { releaseAgentRoute } from "./agent-owners.ts";
import { agentRoutes } from "./agents.ts";
import { currentState } from "./current-state.ts";

/** What agents ask for: the signed state document, and when there is a newer one. */
export const stateRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/state",
    summary: "The signed state document of the tenant.",
    needs: "state:read",
    answer: signedStateSchema,
    handle: async ({ hub, tenant, request }) => {
      await settleExpired(hub, tenant);
      const { sequence, document } = await currentState(hub, tenant);
      const etag = `"${sequence}"`;
      // Never from a cache: an older document after a newer one looks like an attack.
      const headers = { etag, "content-type": "application/json", "cache-control": "private, no-cache" };
      if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
      return new Response(document, { headers });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/state/events",
    summary: "Server-sent events: the number of each new state document.",
    needs: "state:read",
    handle: async ({ hub, tenant, principal, request }) => {
      const { sequence } = await currentState(hub, tenant);
      const stream = hub.stateEvents.follow({ tenant, who: principal?.id ?? "", sequence });
      if (stream === undefined)
        throw new Refusal("UNAVAILABLE", "Too many event streams are open. Poll instead.", {
          "retry-after": "30",
        });
      if (request.method === "HEAD") await stream.cancel();
      return eventAnswer(stream);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/key",
    summary: "The public key that signs state documents and checkpoints.",
    needs: "nothing",
    handle: async ({ hub }) => Response.json({ key: hub.key.id, name: hub.settings.name }),
  }),
  ...agentRoutes,
  releaseAgentRoute,
];

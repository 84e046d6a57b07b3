import { Refusal } from "./refusal.ts";
import { defineRoute, type Route } from "./route.ts";

const uncached = { "cache-control": "no-store" };

/** For load balancers and monitoring. */
export const healthRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/health",
    summary: "Whether the process is alive.",
    needs: "nothing",
    handle: async () => Response.json({ status: "ok" }, { headers: uncached }),
  }),
  defineRoute({
    method: "GET",
    path: "/ready",
    summary: "Whether the hub can serve requests: its database answers and it is not stopping.",
    needs: "nothing",
    handle: async ({ hub }) => {
      if (hub.stopping.aborted) throw new Refusal("UNAVAILABLE", "The hub is stopping.");
      await hub.database.read.selectFrom("settings").select("key").limit(1).execute();
      return Response.json({ status: "ok" }, { headers: uncached });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/metrics",
    summary: "Counters in Prometheus' text format.",
    needs: "nothing",
    handle: async ({ hub }) =>
      new Response(hub.metrics.text(), {
        headers: { "content-type": "text/plain; version=0.0.4", ...uncached },
      }),
  }),
];

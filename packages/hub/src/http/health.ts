import { enterprise, mayDo } from "../access/permissions.ts";
import { isLoopback } from "./client-address.ts";
import { Refusal } from "./refusal.ts";
import { defineRoute, type Route } from "./route.ts";

const uncached = { "cache-control": "no-store" };

/** What proxies add. */
const proxyHeaders = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

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
      try {
        await hub.database.read.selectFrom("settings").select("key").limit(1).execute();
      } catch (error) {
        hub.log({ level: "error", event: "database-unavailable", reason: reasonOf(error) });
        throw new Refusal("UNAVAILABLE", "The database does not answer.");
      }
      return Response.json({ status: "ok" }, { headers: uncached });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/metrics",
    summary:
      "Counters in Prometheus' text format, for this machine and for auditors and administrators of the enterprise.",
    needs: "nothing",
    handle: async ({ hub, principal, address, request }) => {
      // What came through a proxy is not from this machine, even if the proxy is on it.
      const isForwarded = proxyHeaders.some((name) => request.headers.has(name));
      const isVouchedFor = hub.settings.trustProxy && request.headers.has("x-forwarded-for");
      const isLocal = isLoopback(address) && (!isForwarded || isVouchedFor);
      const mayRead = principal && mayDo(principal, { permission: "agents:read", tenant: enterprise });
      if (!isLocal && !mayRead)
        throw new Refusal(
          "FORBIDDEN",
          "Metrics need a token with the permission agents:read in the enterprise.",
        );
      return new Response(hub.metrics.text(), {
        headers: { "content-type": "text/plain; version=0.0.4", ...uncached },
      });
    },
  }),
];

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { aboutSchema } from "@skillwright/core/registry";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";

/** The pages for people. Other addresses of the dashboard are those that no route has; see `createApp`. */
export const dashboardRoutes: readonly Route[] = [
  ...["/", "/sign-in"].map((path) =>
    defineRoute({
      ...{ method: "GET", path, needs: "nothing" },
      summary: "The dashboard, for browsers.",
      handle: async ({ hub, request }) => hub.dashboard.page(request),
    }),
  ),
  defineRoute({
    method: "GET",
    path: "/assets/{file}",
    summary: "A script, style or font of the dashboard.",
    needs: "nothing",
    handle: async ({ hub, params, request }) => {
      const answer = hub.dashboard.asset(params.file ?? "", request);
      if (answer === undefined) throw new Refusal("NOT_FOUND", "There is no such file.");
      return answer;
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/hub",
    summary: "The hub's name and how people sign in.",
    needs: "nothing",
    answer: aboutSchema,
    handle: async ({ hub: { settings, key } }) => {
      const { name, openIdConnect } = settings;
      const provider = openIdConnect && { provider: new URL(openIdConnect.issuer).host };
      return Response.json({ name, key: key.id, ...provider }, { headers: { "cache-control": "no-cache" } });
    },
  }),
];

import { healthRoutes } from "./http/health.ts";
import { withOpenApi } from "./http/openapi.ts";
import type { Route } from "./http/route.ts";
import { blobRoutes } from "./registry/blobs.ts";
import { publishRoute } from "./registry/publish.ts";
import { readSkillRoute } from "./registry/read-skill.ts";

/** Everything the hub answers. The server, the OpenAPI document and the authorization test read this table. */
export const routes: readonly Route[] = withOpenApi([
  ...healthRoutes,
  ...blobRoutes,
  readSkillRoute,
  publishRoute,
]);

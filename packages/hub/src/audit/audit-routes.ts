import { auditReceiptSchema, auditUploadSchema } from "@skillwright/core/registry";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { activityRoute } from "./activity-events.ts";
import { eraseRoute } from "./erase.ts";
import { facetsRoute } from "./event-facets.ts";
import { exportRoute } from "./export-events.ts";
import { integrityRoute } from "./integrity.ts";
import { queryRoute } from "./query-events.ts";
import { createReceipt } from "./receipts.ts";
import { checkpointRoute, keyRoute, proofRoute, tileRoutes } from "./tree-routes.ts";

const sampleLine = `{"version":1,"sequence":1,"previous":"${"0".repeat(64)}","hash":"${"0".repeat(64)}"}`;

const uploadRoute: Route = defineRoute({
  method: "POST",
  path: "/api/v1/audit",
  summary: "Upload consecutive lines of an audit log; the answer proves that they are in the tenant's log.",
  needs: "audit:write",
  body: auditUploadSchema,
  maxBytes: hubLimits.auditUploadBytes,
  answer: auditReceiptSchema,
  sample: { body: { stream: "sample", agent: "sample", lines: [sampleLine] } },
  handle: async ({ hub, tenant, principal, body }) => {
    const stored = await hub.ingest(tenant, { ...body, owner: principal?.id ?? "" });
    hub.metrics.count("audit_lines", {}, body.lines.length);
    return Response.json(await createReceipt({ tenant, upload: body, stored }, hub.database), {
      headers: { "cache-control": "no-store" },
    });
  },
});

/** What happened: received, found, exported, proved and erased. */
export const auditRoutes: readonly Route[] = [
  uploadRoute,
  queryRoute,
  facetsRoute,
  activityRoute,
  exportRoute,
  checkpointRoute,
  keyRoute,
  ...tileRoutes,
  proofRoute,
  integrityRoute,
  eraseRoute,
];

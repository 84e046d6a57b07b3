import { meRoute } from "./access/me-route.ts";
import { memberRoutes } from "./access/member-routes.ts";
import { peopleRoutes } from "./access/people.ts";
import { tenantRoutes } from "./access/tenant-routes.ts";
import { tokenRoutes } from "./access/token-routes.ts";
import { auditRoutes } from "./audit/audit-routes.ts";
import { capabilityRoutes } from "./compat/capabilities.ts";
import { clawhubRoutes } from "./compat/clawhub.ts";
import { clawhubPublishRoutes } from "./compat/clawhub-publish.ts";
import { gitRoutes } from "./compat/git.ts";
import { marketplaceRoutes } from "./compat/marketplace.ts";
import { wellKnownRoutes } from "./compat/well-known.ts";
import { settingsRoute } from "./config/settings-route.ts";
import { dashboardRoutes } from "./dashboard/dashboard-routes.ts";
import { approvalRoutes } from "./governance/approvals.ts";
import { confirmationRoutes } from "./governance/confirmations.ts";
import { decisionRoutes } from "./governance/decisions.ts";
import { deployedFindingsRoute } from "./governance/deployed-findings.ts";
import { deploymentRoutes } from "./governance/deployments.ts";
import { policyRoutes } from "./governance/policies.ts";
import { revocationRoutes } from "./governance/revocations.ts";
import { healthRoutes } from "./http/health.ts";
import { withOpenApi } from "./http/openapi.ts";
import type { Route } from "./http/route.ts";
import { blobRoutes } from "./registry/blobs.ts";
import { compareVersionsRoute } from "./registry/compare-versions.ts";
import { draftRoutes } from "./registry/drafts.ts";
import { listVersionsRoute } from "./registry/list-versions.ts";
import { manageSkillRoute } from "./registry/manage-skill.ts";
import { manageVersionRoutes } from "./registry/manage-version.ts";
import { previewRoutes } from "./registry/preview.ts";
import { publishRoute } from "./registry/publish.ts";
import { readSkillRoute } from "./registry/read-skill.ts";
import { rulesRoute } from "./registry/rules-route.ts";
import { searchRoutes } from "./registry/search-skills.ts";
import { tagRoutes } from "./registry/tags.ts";
import { versionDetailRoutes } from "./registry/version-details.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { stateRoutes } from "./state/state-routes.ts";
import { usageRoutes } from "./usage/usage-routes.ts";

/** Everything the hub answers. The server, the OpenAPI document and the authorization test read this table. */
export const routes: readonly Route[] = withOpenApi([
  ...healthRoutes,
  ...dashboardRoutes,
  ...signInRoutes,
  meRoute,
  ...tokenRoutes,
  ...memberRoutes,
  ...peopleRoutes,
  ...tenantRoutes,
  settingsRoute,
  ...blobRoutes,
  readSkillRoute,
  listVersionsRoute,
  manageSkillRoute,
  publishRoute,
  ...draftRoutes,
  ...searchRoutes,
  rulesRoute,
  ...previewRoutes,
  ...versionDetailRoutes,
  compareVersionsRoute,
  ...manageVersionRoutes,
  ...tagRoutes,
  ...capabilityRoutes,
  ...wellKnownRoutes,
  ...marketplaceRoutes,
  ...gitRoutes,
  ...clawhubRoutes,
  ...clawhubPublishRoutes,
  ...policyRoutes,
  ...approvalRoutes,
  ...decisionRoutes,
  ...deploymentRoutes,
  deployedFindingsRoute,
  ...revocationRoutes,
  ...confirmationRoutes,
  ...stateRoutes,
  ...auditRoutes,
  ...usageRoutes,
]);

import { z } from "zod";
import {
  type AuditFacets,
  type AuditIntegrity,
  auditFacetsSchema,
  auditIntegritySchema,
  type CatalogReport,
  catalogReportSchema,
  type UsageOverview,
  usageOverviewSchema,
} from "./activity-answers.ts";
import {
  type AgentPage,
  aboutSchema,
  agentPageSchema,
  type DeployedFindings,
  deployedFindingsSchema,
  type EventPage,
  eventPageSchema,
  type HubAbout,
  type HubMe,
  meSchema,
  type SkillFacets,
  type SkillPage,
  skillFacetsSchema,
  skillPageSchema,
  type UsageReport,
  usageReportSchema,
} from "./answers.ts";
import { type AuditProof, auditProofSchema } from "./audit-upload.ts";
import {
  type Draft,
  type DraftList,
  draftListSchema,
  draftSchema,
  type PublishedDraft,
  publishedDraftSchema,
} from "./draft-answers.ts";
import {
  type Acknowledged,
  type Affected,
  type Approval,
  type ApprovalList,
  type ApprovalReview,
  acknowledgedSchema,
  affectedSchema,
  approvalListSchema,
  approvalReviewSchema,
  approvalSchema,
  type Confirmations,
  confirmationsSchema,
  type DecisionResult,
  type DeploymentList,
  type DeploymentPreview,
  type DeploymentRecord,
  decisionResultsSchema,
  deploymentListSchema,
  deploymentPreviewSchema,
  deploymentSchema,
  type Feedback,
  feedbackListSchema,
  feedbackSchema,
  type RevocationList,
  type RevocationRecord,
  revocationListSchema,
  revocationSchema,
} from "./governance.ts";
import {
  type CreatedToken,
  createdTokenSchema,
  type HubSettingsAnswer,
  type HubTeam,
  type HubTenant,
  type Invited,
  invitedSchema,
  type MemberPage,
  type MemberRoles,
  memberPageSchema,
  memberRolesSchema,
  type PersonState,
  personStateSchema,
  type SignInLink,
  settingsSchema,
  signInLinkSchema,
  type TokenPage,
  teamListSchema,
  teamSchema,
  tenantListSchema,
  tenantSchema,
  tokenPageSchema,
} from "./people-answers.ts";
import {
  type ActivePolicies,
  activePoliciesSchema,
  type PolicyVersion,
  type PolicyVersionList,
  policyVersionListSchema,
  policyVersionSchema,
  type Simulation,
  simulationSchema,
} from "./policy-answers.ts";
import {
  type ActivationPreview,
  activationPreviewSchema,
  type TaskPreview,
  taskPreviewSchema,
} from "./preview-answers.ts";
import { type SecurityRules, securityRulesSchema } from "./scan-summary.ts";
import {
  type CreatedCapability,
  createdCapabilitySchema,
  type HourlyUsage,
  hourlyUsageSchema,
  type SkillVersions,
  skillVersionsSchema,
  type VersionDetails,
  type VersionDifference,
  versionDetailsSchema,
  versionDifferenceSchema,
} from "./skill-answers.ts";

/**
 * What the hub's dashboard asks for, by route. Pages take their types from here, the hub its answer schemas, and tests check that
 * every answer a page gets is one of these.
 */
export type HubAnswers = {
  readonly "GET /api/v1/hub": HubAbout;
  readonly "GET /api/v1/me": HubMe;
  readonly "GET /api/v1/me/tokens": TokenPage;
  readonly "POST /api/v1/me/tokens": CreatedToken;
  readonly "GET /api/v1/tokens": TokenPage;
  readonly "POST /api/v1/tokens": CreatedToken;
  readonly "DELETE /api/v1/tokens/{id}": undefined;
  readonly "GET /api/v1/members": MemberPage;
  readonly "POST /api/v1/members": Invited;
  readonly "PUT /api/v1/members/{person}": MemberRoles;
  readonly "DELETE /api/v1/members/{person}": undefined;
  readonly "PUT /api/v1/people/{person}": PersonState;
  readonly "POST /api/v1/people/{person}/link": SignInLink;
  readonly "GET /api/v1/tenants": { readonly tenants: readonly HubTenant[] };
  readonly "POST /api/v1/tenants": HubTenant;
  readonly "PUT /api/v1/tenant": HubTenant;
  readonly "GET /api/v1/teams": { readonly teams: readonly HubTeam[] };
  readonly "PUT /api/v1/teams/{team}": HubTeam;
  readonly "DELETE /api/v1/teams/{team}": undefined;
  readonly "GET /api/v1/settings": HubSettingsAnswer;
  readonly "DELETE /api/v1/agents/{id}/owner": undefined;
  readonly "GET /api/v1/drafts": DraftList;
  readonly "GET /api/v1/drafts/{name}": Draft;
  readonly "PUT /api/v1/drafts/{name}": Draft;
  readonly "DELETE /api/v1/drafts/{name}": undefined;
  readonly "POST /api/v1/drafts/{name}/publication": PublishedDraft;
  readonly "GET /api/v1/skills": SkillPage;
  readonly "GET /api/v1/search": SkillPage;
  readonly "GET /api/v1/skill-facets": SkillFacets;
  readonly "GET /api/v1/skills/{name}/versions": SkillVersions;
  readonly "GET /api/v1/skills/{name}/versions/{version}": VersionDetails;
  readonly "GET /api/v1/skills/{name}/versions/{version}/difference": VersionDifference;
  readonly "GET /api/v1/skills/{name}/feedback": { readonly feedback: readonly Feedback[] };
  readonly "POST /api/v1/skills/{name}/versions/{version}/feedback": Feedback;
  readonly "POST /api/v1/skills/{name}/versions/{version}/approvals": Approval;
  readonly "PUT /api/v1/skills/{name}": undefined;
  readonly "PUT /api/v1/skills/{name}/tags/{tag}": undefined;
  readonly "DELETE /api/v1/skills/{name}/tags/{tag}": undefined;
  readonly "PUT /api/v1/skills/{name}/versions/{version}/yank": undefined;
  readonly "DELETE /api/v1/skills/{name}/versions/{version}/yank": undefined;
  readonly "PUT /api/v1/skills/{name}/versions/{version}/deprecation": undefined;
  readonly "DELETE /api/v1/skills/{name}/versions/{version}/deprecation": undefined;
  readonly "POST /api/v1/capabilities": CreatedCapability;
  readonly "GET /api/v1/usage/{name}": HourlyUsage;
  readonly "GET /api/v1/task-preview": TaskPreview;
  readonly "GET /api/v1/skills/{name}/versions/{version}/activation": ActivationPreview;
  readonly "GET /api/v1/policies": PolicyVersionList;
  readonly "GET /api/v1/policies/active": ActivePolicies;
  readonly "POST /api/v1/policies": PolicyVersion;
  readonly "POST /api/v1/policies/simulate": Simulation;
  readonly "POST /api/v1/policies/{version}/activate": PolicyVersion;
  readonly "GET /api/v1/approvals": ApprovalList;
  readonly "GET /api/v1/approvals/{id}": ApprovalReview;
  readonly "POST /api/v1/approvals/{id}/decision": Approval;
  readonly "POST /api/v1/approvals/{id}/withdrawal": Approval;
  readonly "POST /api/v1/approvals/decisions": { readonly results: readonly DecisionResult[] };
  readonly "GET /api/v1/confirmations": Confirmations;
  readonly "GET /api/v1/deployments": DeploymentList;
  readonly "GET /api/v1/deployments/{id}/acknowledgements": Acknowledged;
  readonly "POST /api/v1/deployments/preview": DeploymentPreview;
  readonly "POST /api/v1/deployments": DeploymentRecord;
  readonly "POST /api/v1/deployments/{id}/end": DeploymentRecord;
  readonly "GET /api/v1/deployments/findings": DeployedFindings;
  readonly "GET /api/v1/rules": SecurityRules;
  readonly "GET /api/v1/revocations": RevocationList;
  readonly "POST /api/v1/revocations/preview": Affected;
  readonly "POST /api/v1/revocations": RevocationRecord;
  readonly "POST /api/v1/revocations/{id}/lift": RevocationRecord;
  readonly "GET /api/v1/revocations/{id}/acknowledgements": Acknowledged;
  readonly "GET /api/v1/agents": AgentPage;
  readonly "GET /api/v1/usage": UsageReport;
  readonly "GET /api/v1/usage-overview": UsageOverview;
  readonly "GET /api/v1/catalog-report": CatalogReport;
  readonly "GET /api/v1/audit": EventPage;
  readonly "GET /api/v1/audit/facets": AuditFacets;
  readonly "GET /api/v1/audit/integrity": AuditIntegrity;
  readonly "GET /api/v1/audit/proof": AuditProof;
};

export const hubAnswers: { readonly [Route in keyof HubAnswers]: z.ZodType<HubAnswers[Route]> } = {
  "GET /api/v1/hub": aboutSchema,
  "GET /api/v1/me": meSchema,
  "GET /api/v1/me/tokens": tokenPageSchema,
  "POST /api/v1/me/tokens": createdTokenSchema,
  "GET /api/v1/tokens": tokenPageSchema,
  "POST /api/v1/tokens": createdTokenSchema,
  "DELETE /api/v1/tokens/{id}": z.undefined(),
  "GET /api/v1/members": memberPageSchema,
  "POST /api/v1/members": invitedSchema,
  "PUT /api/v1/members/{person}": memberRolesSchema,
  "DELETE /api/v1/members/{person}": z.undefined(),
  "PUT /api/v1/people/{person}": personStateSchema,
  "POST /api/v1/people/{person}/link": signInLinkSchema,
  "GET /api/v1/tenants": tenantListSchema,
  "POST /api/v1/tenants": tenantSchema,
  "PUT /api/v1/tenant": tenantSchema,
  "GET /api/v1/teams": teamListSchema,
  "PUT /api/v1/teams/{team}": teamSchema,
  "DELETE /api/v1/teams/{team}": z.undefined(),
  "GET /api/v1/settings": settingsSchema,
  "DELETE /api/v1/agents/{id}/owner": z.undefined(),
  "GET /api/v1/drafts": draftListSchema,
  "GET /api/v1/drafts/{name}": draftSchema,
  "PUT /api/v1/drafts/{name}": draftSchema,
  "DELETE /api/v1/drafts/{name}": z.undefined(),
  "POST /api/v1/drafts/{name}/publication": publishedDraftSchema,
  "GET /api/v1/skills": skillPageSchema,
  "GET /api/v1/search": skillPageSchema,
  "GET /api/v1/skill-facets": skillFacetsSchema,
  "GET /api/v1/skills/{name}/versions": skillVersionsSchema,
  "GET /api/v1/skills/{name}/versions/{version}": versionDetailsSchema,
  "GET /api/v1/skills/{name}/versions/{version}/difference": versionDifferenceSchema,
  "GET /api/v1/skills/{name}/feedback": feedbackListSchema,
  "POST /api/v1/skills/{name}/versions/{version}/feedback": feedbackSchema,
  "POST /api/v1/skills/{name}/versions/{version}/approvals": approvalSchema,
  "PUT /api/v1/skills/{name}": z.undefined(),
  "PUT /api/v1/skills/{name}/tags/{tag}": z.undefined(),
  "DELETE /api/v1/skills/{name}/tags/{tag}": z.undefined(),
  "PUT /api/v1/skills/{name}/versions/{version}/yank": z.undefined(),
  "DELETE /api/v1/skills/{name}/versions/{version}/yank": z.undefined(),
  "PUT /api/v1/skills/{name}/versions/{version}/deprecation": z.undefined(),
  "DELETE /api/v1/skills/{name}/versions/{version}/deprecation": z.undefined(),
  "POST /api/v1/capabilities": createdCapabilitySchema,
  "GET /api/v1/usage/{name}": hourlyUsageSchema,
  "GET /api/v1/task-preview": taskPreviewSchema,
  "GET /api/v1/skills/{name}/versions/{version}/activation": activationPreviewSchema,
  "GET /api/v1/policies": policyVersionListSchema,
  "GET /api/v1/policies/active": activePoliciesSchema,
  "POST /api/v1/policies": policyVersionSchema,
  "POST /api/v1/policies/simulate": simulationSchema,
  "POST /api/v1/policies/{version}/activate": policyVersionSchema,
  "GET /api/v1/approvals": approvalListSchema,
  "GET /api/v1/approvals/{id}": approvalReviewSchema,
  "POST /api/v1/approvals/{id}/decision": approvalSchema,
  "POST /api/v1/approvals/{id}/withdrawal": approvalSchema,
  "POST /api/v1/approvals/decisions": decisionResultsSchema,
  "GET /api/v1/confirmations": confirmationsSchema,
  "GET /api/v1/deployments": deploymentListSchema,
  "GET /api/v1/deployments/{id}/acknowledgements": acknowledgedSchema,
  "POST /api/v1/deployments/preview": deploymentPreviewSchema,
  "POST /api/v1/deployments": deploymentSchema,
  "POST /api/v1/deployments/{id}/end": deploymentSchema,
  "GET /api/v1/deployments/findings": deployedFindingsSchema,
  "GET /api/v1/rules": securityRulesSchema,
  "GET /api/v1/revocations": revocationListSchema,
  "POST /api/v1/revocations/preview": affectedSchema,
  "POST /api/v1/revocations": revocationSchema,
  "POST /api/v1/revocations/{id}/lift": revocationSchema,
  "GET /api/v1/revocations/{id}/acknowledgements": acknowledgedSchema,
  "GET /api/v1/agents": agentPageSchema,
  "GET /api/v1/usage": usageReportSchema,
  "GET /api/v1/usage-overview": usageOverviewSchema,
  "GET /api/v1/catalog-report": catalogReportSchema,
  "GET /api/v1/audit": eventPageSchema,
  "GET /api/v1/audit/facets": auditFacetsSchema,
  "GET /api/v1/audit/integrity": auditIntegritySchema,
  "GET /api/v1/audit/proof": auditProofSchema,
};

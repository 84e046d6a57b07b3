/** What hubs and their clients say to each other. */

export { type AcceptedState, type AcceptOptions, acceptState } from "./accept-state.ts";
export {
  type AuditProof,
  type AuditReceipt,
  type AuditRunProof,
  type AuditUpload,
  auditProofSchema,
  auditReceiptSchema,
  auditUploadSchema,
} from "./audit-upload.ts";
export {
  type Acknowledged,
  type Affected,
  type Approval,
  type ApprovalReview,
  type ApprovalState,
  acknowledgedSchema,
  affectedSchema,
  approvalListSchema,
  approvalReviewSchema,
  approvalSchema,
  approvalStates,
  type ChangedFile,
  type DecisionResult,
  type DeploymentRecord,
  decisionResultsSchema,
  deploymentListSchema,
  deploymentSchema,
  type HubAgent,
  type HubVerdict,
  hubAgentSchema,
  type ReviewedFinding,
  type RevocationRecord,
  revocationListSchema,
  revocationSchema,
} from "./governance.ts";
export {
  type CombinedRules,
  combineHubRules,
  type HubPolicy,
  type HubRules,
  hubPolicySchema,
  type ReviewedTrait,
  readToolCalls,
  reviewedTraits,
  type SeverityLimit,
  type SkillSelector,
  severityLimits,
} from "./hub-policy.ts";
export {
  type ActivePolicies,
  activePoliciesSchema,
  type PolicyVersion,
  policyVersionListSchema,
  policyVersionSchema,
  type SimulatedEvent,
  type Simulation,
  simulationSchema,
} from "./policy-answers.ts";
export {
  type ApprovedSkill,
  type Deployment,
  type Revocation,
  type RevocationKind,
  revocationKinds,
  type SignedState,
  type StateDocument,
  signedStateSchema,
  stateDocumentSchema,
  stateLimits,
} from "./state-document.ts";
export { type ReceiptExpectation, type ReceiptFault, verifyReceipt } from "./verify-receipt.ts";
export { stateContext } from "./verify-signed.ts";
export {
  type HubBlob,
  type HubPublication,
  type HubRefusal,
  type HubSkill,
  type HubVersion,
  hubPaths,
  hubPublicationSchema,
  hubRefusalSchema,
  hubSkillSchema,
} from "./wire.ts";

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
  type ApprovedSkill,
  type Deployment,
  type Revocation,
  type RevocationKind,
  revocationKinds,
  type SignedState,
  type StateDocument,
  signedStateSchema,
  stateDocumentSchema,
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

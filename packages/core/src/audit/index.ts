/** Audit events, their redaction and their hash chain. */
export { redactText } from "../secrets/redact-text.ts";
export { createSecretMask, type SecretMask } from "../secrets/secret-mask.ts";
export type { AdvisedDenial, AuditEvent, AuditFact, AuditSink, AuditSkill, Trigger } from "./audit-event.ts";
export {
  type AuditRecord,
  type ChainEnd,
  chainStart,
  headBytes,
  headFileOf,
  type LoggedEvent,
  linkEvent,
  parseHead,
  parseRecord,
  readLink,
  toEventText,
  toHeadText,
} from "./chain.ts";
export { createVerifier, formatFault, type Verification } from "./create-verifier.ts";
export { auditEventKinds, formatAudit } from "./format-audit.ts";
export { createMemorySink } from "./memory-sink.ts";
export { redactEvent } from "./redact.ts";

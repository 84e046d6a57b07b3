/** Audit events, their redaction and their hash chain. */

export { redactText } from "../secrets/redact-text.ts";
export { createSecretMask, type SecretMask } from "../secrets/secret-mask.ts";
export type { AuditEvent, AuditFact, AuditSkill, Trigger } from "./audit-event.ts";
export type { AuditSink } from "./audit-sink.ts";
export { type ChainEnd, chainStart, linkEvent, readLink, toEventText } from "./chain.ts";
export { createVerifier, type Verification } from "./create-verifier.ts";
export { auditEventKinds, formatAudit } from "./format-audit.ts";
export { formatFault } from "./format-fault.ts";
export { headBytes, headFileOf, parseHead, toHeadText } from "./log-head.ts";
export { createMemorySink } from "./memory-sink.ts";
export { type AuditRecord, type LoggedEvent, parseRecord } from "./parse-record.ts";
export { redactEvent } from "./redact.ts";

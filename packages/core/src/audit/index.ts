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
export { auditCsvHead, skillsOf, toAuditCsv } from "./csv.ts";
export { auditEventKinds, formatAudit } from "./format-audit.ts";
export { createMemorySink } from "./memory-sink.ts";
export { redactEvent } from "./redact.ts";
export {
  auditOrigin,
  type Checkpoint,
  formatVerifierKey,
  type NoteSigner,
  type NoteVerifier,
  openCheckpoint,
  parseVerifierKey,
  signCheckpoint,
} from "./tree/checkpoint.ts";
export { formatProofFile, type ProofFile, parseProofFile, splitProofFiles } from "./tree/proof-file.ts";
export {
  createTileReader,
  edgePlaces,
  formatTileIndex,
  growTiles,
  parseTilePath,
  readEdge,
  rootOfEdge,
  type Tile,
  type TilePlace,
  type TreeEdge,
  tilesOfRanges,
  tileWidth,
} from "./tree/tiles.ts";
export { createTreeHash, entryOf, hashBytes, type TreeHash } from "./tree/tree-hash.ts";
export {
  aroundRanges,
  consistencyRanges,
  hashRange,
  inclusionRanges,
  type LeafRange,
} from "./tree/tree-proofs.ts";
export { type TreeHead, verifyBatch, verifyConsistency, verifyInclusion } from "./tree/verify-proofs.ts";

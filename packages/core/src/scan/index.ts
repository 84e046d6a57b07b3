/** Scanning skills for dangers. It loads grammars, so import it only where skills are scanned. */

export { collectEvidence } from "./collect-evidence.ts";
export { createEvidenceCollector, type EvidenceCollector } from "./collector.ts";
export type { Action, Evidence, Label, ScannedText, Statement, Unread } from "./evidence.ts";
export { inferNeeds, type Need, type Needs, toManifest, undeclared } from "./infer-needs.ts";
export { type MemoryOptions, type RememberedScans, rememberScans } from "./remember-scans.ts";
export { createScanner, type Scan, type Scanner } from "./scan-skill.ts";
export { type Judgment, judge, type Verdict } from "./verdict.ts";
export { createVerdictReader, type VerdictCache } from "./verdict-reader.ts";

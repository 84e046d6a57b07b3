/** Rules, findings and fixes; profiles; the reference validator. */

export type { Profile } from "../profiles/profiles.ts";
export { findProfile, profiles, severityIn } from "../profiles/profiles.ts";
export { toPythonJson } from "../skills-ref/python.ts";
export { readLikeReference } from "../skills-ref/read-reference-properties.ts";
export { toReferencePrompt } from "../skills-ref/to-reference-prompt.ts";
export {
  isValidCompleteSkill,
  isValidDescription,
  isValidFrontmatter,
  isValidLevel1,
  isValidLevel2,
  isValidLevel3,
  isValidSkillDirectory,
  isValidSkillName,
  suggestSkillName,
} from "../spec/predicates.ts";
export {
  type Balance,
  balanceOfElements,
  statedTrit,
  type Trit,
  tritOf,
  tritOfElement,
} from "../trit/trit.ts";
export type { CheckSettings } from "./check-skill.ts";
export { checkSkill, createChecker } from "./check-skill.ts";
export {
  addToSummary,
  checkEach,
  checkSkills,
  emptySummary,
  type ReportSummary,
  type SkillReport,
  toReport,
} from "./check-skills.ts";
export { fingerprintOf } from "./fingerprint.ts";
export { type FixedSkill, fixSkill } from "./fix-skill.ts";
export { quoteScalar, toScalar } from "./frontmatter-edits.ts";
export { referencedPaths } from "./references.ts";
export {
  compareReviews,
  createReviewer,
  listHooks,
  type ReviewChange,
  type ReviewedScan,
  type ReviewFinding,
  type SkillReview,
} from "./review-skill.ts";
export type { Rule } from "./rule.ts";
export { findHidden } from "./rules/hidden-text/find-hidden.ts";
export { findRule, rules } from "./rules.ts";
export type { ScanMemory, Scanned } from "./scan-memory.ts";
export { sourceText, textIn } from "./source-text.ts";

/** Rules, findings and fixes; profiles; the reference validator. */
export { findProfile } from "../profiles/find-profile.ts";
export type { Profile } from "../profiles/profile.ts";
export { profiles } from "../profiles/profiles.ts";
export { severityIn } from "../profiles/severity-in.ts";
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
} from "../spec/predicates.ts";
export { suggestSkillName } from "../spec/suggest-skill-name.ts";
export { type Balance, balanceOf, balanceOfElements } from "../trit/balance.ts";
export { statedTrit } from "../trit/stated-trit.ts";
export { type Trit, tritOf, tritOfElement } from "../trit/trit.ts";
export type { CheckSettings } from "./check-settings.ts";
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
export { findRule } from "./find-rule.ts";
export { type FixedSkill, fixSkill } from "./fix-skill.ts";
export { quoteScalar, toScalar } from "./frontmatter-edits.ts";
export type { Rule } from "./rule.ts";
export { findHidden } from "./rules/hidden-text/find-hidden.ts";
export { rules } from "./rules.ts";

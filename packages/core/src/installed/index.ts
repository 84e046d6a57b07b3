/** What locks say about installed skills, and whether a skill still is what was installed. */

export {
  type CheckLocked,
  createInstalledCheck,
  type InstalledCheck,
  type InstalledCheckOptions,
  type InstalledOptions,
  needsLockedCheck,
  type ReadVerdict,
  type SkillToCheck,
} from "./check-installed.ts";
export { digestLocked, findLockRecords, type LockRecord, type LockSearch } from "./lock-record.ts";

import { readDigestEntries } from "../digest/digest-skill.ts";
import { type Sha256, sha256Hex } from "../digest/sha256.ts";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { Decision } from "../policy/decision.ts";
import { type InstallRules, isWorse, maxVerdictOf, verifiedAtActivation } from "../policy/install-rules.ts";
import type { Verdict } from "../scan/verdict.ts";
import { printable } from "../text/printable.ts";
import { digestLocked, findLockRecords, type LockRecord } from "./lock-record.ts";

/** A skill about to be loaded, with the digest of exactly the content that will be used. */
export type SkillToCheck = {
  readonly directory: string;
  /** Where its folder leads, if that is a link. */
  readonly linkedTo?: string | undefined;
  readonly digest: string;
};

/** A refusal of a skill that is not what was installed; undefined if it is, or if policies do not care. */
export type InstalledCheck = (skill: SkillToCheck) => Promise<Decision | undefined>;

/** Why policies refuse a locked skill, whatever its files: its signature or its source. Undefined if they do not. */
export type CheckLocked = (locked: LockRecord) => Promise<string | undefined>;

/** What a host knows about installed skills. */
export type InstalledOptions = {
  readonly home?: string | undefined;
  /** The lock of the skills in the user's home folder; locks of projects are found. */
  readonly userLock?: string;
  /** Required if policies have `requireSignature` or `blockedSources`; see `createLockedCheck` of @skillwright/packaging. */
  readonly checkLocked?: CheckLocked;
  /** Required if policies have `maxVerdict`; see `createVerdictReader` of @skillwright/core/scan. */
  readonly readVerdict?: ReadVerdict;
};

/** The verdict of a scan of exactly this content; undefined if it cannot be known, such as when the files have changed. */
export type ReadVerdict = (skill: SkillToCheck) => Promise<Verdict | undefined>;

export type InstalledCheckOptions = InstalledOptions & {
  readonly fs: FileSystem;
  readonly sha256?: Sha256;
};

/**
 * Compares skills with the locks that list them, as `verifyAtActivation` of policies demands, and their verdicts with `maxVerdict`;
 * undefined if no policy has either. The digest of what will be used is compared, so nothing can change between the check and the use.
 */
export function createInstalledCheck(
  rules: readonly InstallRules[],
  options: InstalledCheckOptions,
): InstalledCheck | undefined {
  const compare = createLockCheck(rules, options);
  const judge = createVerdictCheck(rules, options);
  if (!compare || !judge) return compare ?? judge;
  return async (skill) => (await compare(skill)) ?? judge(skill);
}

function createVerdictCheck(
  rules: readonly InstallRules[],
  { readVerdict }: InstalledCheckOptions,
): InstalledCheck | undefined {
  const worst = maxVerdictOf(rules);
  if (worst === undefined) return undefined;
  return async (skill) => {
    const verdict = await readVerdict?.(skill);
    if (verdict !== undefined && !isWorse(verdict, worst)) return undefined;
    const found =
      verdict === undefined
        ? "Its verdict cannot be determined here"
        : `The verdict of its scan is ${verdict}`;
    const folder = printable(skill.directory);
    return {
      effect: "deny",
      ...{ layer: "policy", rule: "install.maxVerdict", reason: "not-verified" },
      detail: `${found}, and policy allows at most ${worst}. ${tellUser}, who can see why with \`skillwright scan\` of ${folder}.`,
    };
  };
}

function createLockCheck(
  rules: readonly InstallRules[],
  options: InstalledCheckOptions,
): InstalledCheck | undefined {
  const extent = verifiedAtActivation(rules);
  if (extent === "none") return undefined;
  return async (skill) => {
    try {
      const records = findLockRecords(options.fs, foldersOf(skill, options.fs), options);
      if (records.length === 0 && extent === "all")
        return refuse(
          "No skillwright.lock lists this skill, and policy allows no other skills. Tell the user, who can install it with `skillwright add`.",
        );
      for (const record of records) {
        const reason = await checkRecord(record, skill, { rules, options });
        if (reason !== undefined) return refuse(reason);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      return refuse(formatError(error));
    }
  };
}

/** Whether these policies need `checkLocked` to verify skills. */
export function needsLockedCheck(rules: readonly InstallRules[]): boolean {
  return (
    verifiedAtActivation(rules) !== "none" &&
    rules.some(({ requireSignature, blockedSources = [] }) => requireSignature || blockedSources.length > 0)
  );
}

/** A link that leads elsewhere now must not hide that its place is a locked one. */
function foldersOf({ directory, linkedTo }: SkillToCheck, fs: FileSystem): readonly string[] {
  return [directory, linkedTo ?? fs.realPath(directory) ?? directory];
}

function refuse(detail: string): Decision {
  return {
    effect: "deny",
    ...{ layer: "policy", rule: "install.verifyAtActivation" },
    ...{ reason: "not-verified", detail },
  };
}

type Checking = { readonly rules: readonly InstallRules[]; readonly options: InstalledCheckOptions };

async function checkRecord(
  record: LockRecord,
  skill: SkillToCheck,
  { rules, options }: Checking,
): Promise<string | undefined> {
  const { sha256 = sha256Hex, checkLocked } = options;
  const name = printable(record.name);
  const { digest } = record;
  if (digestLocked(record.files, sha256) !== digest)
    return `What ${printable(record.lockPath)} says about ${name} was changed: its digest is not the one of its files. ${tellUser}, who can restore that file.`;
  if (skill.digest !== digest)
    return `The skill ${name} is not what was installed: ${describeChanges(record, skill, options)}. ${restoreAdvice(record, options)}`;
  if (rules.some(({ blockedDigests = [] }) => blockedDigests.includes(digest)))
    return `The skill ${name} is revoked: policy blocks its content ${digest}. Tell the user, who can update or remove it.`;
  if (!needsLockedCheck(rules)) return undefined;
  const reason = checkLocked === undefined ? "this host cannot verify it" : await checkLocked(record);
  return reason && `The skill ${name} may not be used: ${reason}. ${tellUser}.`;
}

const tellUser = "Do not work around it: tell the user";

/** The name goes into a command that may be pasted, so one that a shell could read in another way is left out. */
function restoreAdvice({ name, lockPath }: LockRecord, { userLock }: InstalledCheckOptions): string {
  const word = /^[\w.-]+$/.test(name) && !name.startsWith("-") ? name : "NAME";
  const scope = lockPath === userLock ? " --scope user" : "";
  return `${tellUser}, who can see more with \`skillwright verify ${word}${scope}\` and discard the changes with \`skillwright add --skill ${word} --force${scope}\`.`;
}

/** Files named in one refusal. */
const namedFiles = 3;

/** What is different now; the files may have changed since they were loaded, so this is only for the message. */
function describeChanges(
  { files }: LockRecord,
  { directory }: SkillToCheck,
  { fs, sha256 = sha256Hex }: InstalledCheckOptions,
): string {
  const now = new Map(
    readDigestEntries(fs, directory, sha256).map((entry) => [
      entry.path,
      "hash" in entry ? entry.hash : `link:${entry.linksTo}`,
    ]),
  );
  const changes = [
    ...Object.entries(files).flatMap(([path, hash]) => {
      const found = now.get(path);
      if (found === hash) return [];
      return [`${path} ${found === undefined ? "is missing" : "was changed"}`];
    }),
    ...[...now.keys()].flatMap((path) => (Object.hasOwn(files, path) ? [] : [`${path} was added`])),
  ].sort();
  if (changes.length === 0) return "its files changed while they were read";
  const shown = changes.slice(0, namedFiles).map(printable);
  const more = changes.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

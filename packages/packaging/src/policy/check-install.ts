import type { InstallRules } from "@skillwright/core/policy";
import type { Lock, LockedSkill } from "../lock/lock.ts";
import { isTrustedSigner } from "../sign/signer.ts";
import { canonicalSource, matchesSource, sourceKind } from "./source-pattern.ts";

/** What is about to be installed, as far as it is known before it is fetched. */
export type InstallCandidate = Pick<LockedSkill, "name" | "source" | "publishedAt" | "signer"> & {
  /** The content digest, once it is known. */
  readonly digest?: string;
  /** When this machine first saw it, where the time of publication is a claim of its author: git. */
  readonly firstSeenAt?: string;
  /** The sources of the skills that need it; absent if the user asked for it. */
  readonly neededFrom?: readonly string[];
};

export type InstallRefusal = {
  readonly name: string;
  readonly rule:
    | "release-age"
    | "source-not-allowed"
    | "source-blocked"
    | "content-blocked"
    | "signature-missing"
    | "signer-not-trusted"
    | "trust-downgrade"
    | "exotic-dependency";
  readonly reason: string;
};

export type InstallContext = {
  /** What is installed now. */
  readonly lock: Lock;
  /** The rules of every policy; see `combinePolicies`. */
  readonly rules: readonly InstallRules[];
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** What the policies refuse, before anything is fetched. Each policy refuses by itself, so that adding one never allows more. */
export function checkInstall(
  candidates: readonly InstallCandidate[],
  { lock, rules, now }: InstallContext,
): readonly InstallRefusal[] {
  const installed = new Map(lock.skills.map((skill) => [skill.name, skill]));
  return candidates.flatMap((candidate) => {
    const refusals = [
      ...rules.flatMap((one) => [
        checkSource(candidate, one),
        checkContent(candidate, one),
        refuseSigner(candidate.signer, one),
      ]),
      ...agesOf(rules).map((one) => checkAge(candidate, one, now)),
      checkDowngrade(candidate, installed.get(candidate.name), rules),
      checkExotic(candidate, rules),
    ];
    const found = refusals.filter((one) => one !== undefined);
    return found.map(([rule, reason]): InstallRefusal => ({ name: candidate.name, rule, reason }));
  });
}

type Refused = readonly [rule: InstallRefusal["rule"], reason: string] | undefined;

const defaultAgeHours = 24;

type Age = { readonly hours: number; readonly exempt: readonly string[]; readonly isStated: boolean };

/** The age that each policy demands; the default if none says anything about it. */
function agesOf(rules: readonly InstallRules[]): readonly Age[] {
  const stated = rules.flatMap(({ minimumReleaseAgeHours: hours, releaseAgeExclude: exempt }): Age[] =>
    hours === undefined && exempt === undefined
      ? []
      : [{ hours: hours ?? defaultAgeHours, exempt: exempt ?? [], isStated: true }],
  );
  return stated.length > 0 ? stated : [{ hours: defaultAgeHours, exempt: [], isStated: false }];
}

function checkSource(
  { source }: InstallCandidate,
  { allowedSources, blockedSources = [] }: InstallRules,
): Refused {
  const blocking = blockedSources.find((pattern) => matchesSource(source, pattern));
  if (blocking !== undefined) return ["source-blocked", `policy blocks the source ${source} (${blocking})`];
  if (allowedSources === undefined || allowedSources.some((pattern) => matchesSource(source, pattern)))
    return undefined;
  return ["source-not-allowed", `policy does not allow the source ${source}`];
}

function checkContent({ digest }: InstallCandidate, { blockedDigests = [] }: InstallRules): Refused {
  if (digest === undefined || !blockedDigests.includes(digest)) return undefined;
  return ["content-blocked", `policy blocks its content ${digest}`];
}

/** Why policies block something that is installed: its source or its content. */
export function findBlock(
  { source, digest }: Pick<LockedSkill, "source" | "digest">,
  rules: readonly InstallRules[],
): string | undefined {
  const candidate = { name: source, source, digest };
  const refusals = rules.flatMap((one) => [checkSource(candidate, one), checkContent(candidate, one)]);
  return refusals.find((refused) => refused !== undefined && /-blocked$/.test(refused[0]))?.[1];
}

/**
 * Whoever pushes a commit chooses its date. A policy that states an age therefore counts from the first sighting on this machine; the
 * default takes the date as it is, or nothing could be installed on the day it is found. What is locked was checked when it was locked.
 */
function checkAge(candidate: InstallCandidate, age: Age, now: number): Refused {
  const { source, publishedAt, firstSeenAt } = candidate;
  const { hours, exempt, isStated } = age;
  const kind = sourceKind(source);
  if (hours === 0 || kind === "hub" || kind === "local") return undefined;
  if (exempt.some((pattern) => matchesSource(source, pattern))) return undefined;
  const time = publishedAt === undefined ? Number.NaN : Date.parse(publishedAt);
  const isNewHere = firstSeenAt !== undefined && now - Date.parse(firstSeenAt) < hours * 3_600_000;
  if (now - time >= hours * 3_600_000) {
    if (!isStated || !isNewHere) return undefined;
    const reason = `this machine first saw it less than ${hours} hours ago (${firstSeenAt}), and its date is only a claim`;
    return ["release-age", `${reason}${retry}`];
  }
  if (!Number.isNaN(time))
    return ["release-age", `it was published less than ${hours} hours ago (${publishedAt})${retry}`];
  // Many sites do not say when a skill was published, so that only a policy demands to know.
  return isStated
    ? ["release-age", `policy demands an age of ${hours} hours, and its source does not say how old it is`]
    : undefined;
}

const retry = "; retry later, or add the source to releaseAgeExclude of a policy";

/** What one policy has against a signer, or against something unsigned. */
export function refuseSigner(signer: string | undefined, rules: InstallRules): Refused {
  const { requireSignature = false, trustedKeys, trustedIdentities } = rules;
  if (signer === undefined)
    return requireSignature
      ? ["signature-missing", "policy requires the signature of a trusted signer, and it has none"]
      : undefined;
  if (trustedKeys === undefined && trustedIdentities === undefined) return undefined;
  return isTrusted(signer, rules)
    ? undefined
    : ["signer-not-trusted", `policy does not trust its signer ${signer}`];
}

/** Whether a policy names the signer. */
function isTrusted(signer: string, { trustedKeys = [], trustedIdentities = [] }: InstallRules): boolean {
  return isTrustedSigner(signer, { keys: trustedKeys, identities: trustedIdentities });
}

/** A signature that vanishes, or another signer that no policy names. */
function checkDowngrade(
  { signer }: InstallCandidate,
  before: LockedSkill | undefined,
  rules: readonly InstallRules[],
): Refused {
  if (before?.signer === undefined || before.signer === signer) return undefined;
  const said = rules.flatMap(({ trustDowngrade }) => trustDowngrade ?? []);
  if (said.length > 0 && !said.includes("refuse")) return undefined;
  if (signer === undefined)
    return ["trust-downgrade", `the installed one is signed by ${before.signer}, and this one is not signed`];
  if (rules.some((one) => isTrusted(signer, one))) return undefined;
  return ["trust-downgrade", `the installed one is signed by ${before.signer}, this one by ${signer}`];
}

/** A dependency comes from a registry, or from the source of the skill that needs it. */
function checkExotic({ source, neededFrom }: InstallCandidate, rules: readonly InstallRules[]): Refused {
  if (neededFrom === undefined || ["hub", "npm", "oci"].includes(sourceKind(source))) return undefined;
  const said = rules.flatMap(({ exoticDependencies }) => exoticDependencies ?? []);
  if (said.length > 0 && !said.includes("refuse")) return undefined;
  if (neededFrom.some((one) => canonicalSource(one) === canonicalSource(source))) return undefined;
  return ["exotic-dependency", `another skill needs it, and its source ${source} is not a registry`];
}

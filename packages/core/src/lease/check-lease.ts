import type { Deployment, Revocation, StateDocument } from "../registry/state-document.ts";
import type { LeaseSubject } from "./lease.ts";
import type { LeaseStanding } from "./lease-standing.ts";

/** A skill that is about to be used, or in use. */
export type LeasedSkill = {
  readonly name: string;
  readonly version?: string | undefined;
  /** Its content digest, or `none`. Read only if the answer depends on it. */
  readonly digest: string;
  readonly publisher?: string | undefined;
  /** `managed`: in a folder that only `sync` fills; `hub`: installed from a hub by the user. */
  readonly source: "managed" | "hub" | "other";
};

export type LeaseRefusal = {
  readonly code: "revoked" | "not-deployed" | "not-approved" | "lease-invalid";
  /** What is revoked; only with that code. */
  readonly revocation?: Revocation;
  /** What the organization deployed under the name instead. */
  readonly deployment?: Deployment;
};

export type LeaseQuestion = {
  readonly standing: LeaseStanding;
  readonly now: number;
  /** Further names of whoever asks, such as the user's on this machine; any of them may be revoked. */
  readonly users?: readonly string[];
};

/**
 * Why the organization does not let a skill be used; undefined if it does. What the last document revokes stays revoked after it has
 * expired, and without a valid document nothing of the hub is used in strict mode.
 */
export function checkLease(
  skill: LeasedSkill,
  { standing, now, users = [] }: LeaseQuestion,
): LeaseRefusal | undefined {
  const { lease, fault } = standing;
  // A damaged file may have been a strict one.
  if (lease === undefined)
    return fault === undefined || skill.source === "other" ? undefined : { code: "lease-invalid" };
  const { state, subject } = lease;
  const deployments = deployedHere(state, subject);
  const deployed = deployments.find(({ digest }) => digest === skill.digest);
  const known = identify(skill, deployed);
  const revocation = state.revocations.find(
    (one) => isInForce(one, now) && isMeant(one, { skill, known, subject, users }),
  );
  if (revocation !== undefined) return { code: "revoked", revocation };
  const named = deployed ?? deployments.find(({ name }) => isSameName(name, skill.name));
  if (deployed === undefined && (named !== undefined || skill.source === "managed"))
    return { code: "not-deployed", ...(named && { deployment: named }) };
  if (deployed === undefined && skill.source === "other") return undefined;
  const isApproved =
    state.approved?.some(
      ({ name, digest }) => digest === skill.digest && known.names.some((other) => isSameName(name, other)),
    ) ?? true;
  if (!isApproved) return { code: "not-approved" };
  return fault !== undefined && state.mode === "strict" ? { code: "lease-invalid" } : undefined;
}

/**
 * The revocation that explains why a skill is not here any more: of its name, or of one of its versions. `sync` removes revoked skills,
 * so there is nothing left to check.
 */
export function findRevokedName(
  { revocations }: StateDocument,
  name: string,
  now: number,
): Revocation | undefined {
  return revocations.find((one) => {
    if (!isInForce(one, now)) return false;
    if (one.kind === "name") return isSameName(one.value, name);
    return one.kind === "version" && isSameName(one.value.slice(0, one.value.lastIndexOf("@")), name);
  });
}

/** The deployments for this machine's environment. */
export function deployedHere(
  { deployments }: Pick<StateDocument, "deployments">,
  { environment: here }: LeaseSubject,
): readonly Deployment[] {
  return deployments.filter(({ environment }) => environment === undefined || environment === here);
}

/** Everything but its digest by which a skill can be revoked. */
type Known = {
  readonly names: readonly string[];
  readonly versions: readonly string[];
  readonly publishers: readonly string[];
};

function identify({ name, version, publisher }: LeasedSkill, deployed: Deployment | undefined): Known {
  const present = (values: readonly (string | undefined)[]): readonly string[] =>
    values.filter((value) => value !== undefined);
  return {
    names: present([name, deployed?.name]),
    versions: present([version, deployed?.version]),
    publishers: present([publisher, deployed?.publisher]),
  };
}

export function isInForce({ expiresAt }: Revocation, now: number): boolean {
  return expiresAt === undefined || now < Date.parse(expiresAt);
}

type Meant = {
  readonly skill: LeasedSkill;
  readonly known: Known;
  readonly subject: LeaseSubject;
  readonly users: readonly string[];
};

function isMeant({ kind, value }: Revocation, { skill, known, subject, users }: Meant): boolean {
  switch (kind) {
    case "name":
      return known.names.some((name) => isSameName(value, name));
    case "version": {
      const at = value.lastIndexOf("@");
      const isVersion = at > 0 && known.versions.includes(value.slice(at + 1));
      return isVersion && known.names.some((name) => isSameName(value.slice(0, at), name));
    }
    case "digest":
      return value === skill.digest;
    case "publisher":
      return known.publishers.includes(value);
    case "tenant":
      return value === subject.tenant;
    case "agent":
      return value === subject.agent;
    case "user":
      // Logs and lists of the hub name a person `person:ID`.
      return isPerson(value, subject.user) || users.includes(value);
    default:
      return false;
  }
}

function isPerson(value: string, id: string | undefined): boolean {
  return id !== undefined && (value === id || value === `person:${id}`);
}

/** A hub's `team/pdf` is installed as `pdf`. Who renames a copy's case or drops the team does not escape. */
function isSameName(hubName: string, name: string): boolean {
  const [wanted, own] = [hubName, name].map((one) => one.normalize("NFKC").toLowerCase());
  return wanted === own || wanted?.slice(wanted.lastIndexOf("/") + 1) === own;
}

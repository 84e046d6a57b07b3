import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { deployedHere, formatLeaseFault } from "@skillwright/core/lease";
import { nodeVerify } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { type LeaseDenial, offerPermitted, type StoredLease, usedListed } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { openUserLease } from "../session/open-lease.ts";
import { oneLine } from "../terminal/safe-text.ts";
import type { OpenedCatalog } from "./open-catalog.ts";

/** What the organization's hubs say about the skills of this machine. */
export type HubView = {
  /** The catalog, in which skills that are not permitted count as disabled. */
  readonly catalog: Catalog;
  readonly hubs: readonly HubRow[];
  /** What a hub says about one skill; undefined if nothing. */
  markOf(skill: CatalogSkill): HubMark | undefined;
};

/** What a hub says about a skill: why it is not permitted, or which version of it is deployed here. */
export type HubMark =
  | { readonly state: LeaseDenial["code"]; readonly reason: string }
  | { readonly state: "deployed"; readonly version: string };

/** The stored state of a hub, and its JSON form. */
export type HubRow = {
  /** Null if the state is damaged or missing. */
  readonly hub: string | null;
  readonly folder: string;
  readonly tenant?: string;
  /** Id of this machine on the hub. */
  readonly agent?: string;
  readonly sequence?: number;
  readonly mode?: "strict" | "best-effort";
  readonly issuedAt?: string;
  readonly expiresAt?: string;
  readonly deployed: readonly { readonly name: string; readonly version: string; readonly digest: string }[];
  readonly revoked: readonly {
    readonly kind: string;
    readonly value: string;
    readonly message: string;
    readonly expiresAt?: string;
  }[];
  /** Why the state does not count any more. */
  readonly problem?: string;
};

export function openHubView({ catalog, fs }: Pick<OpenedCatalog, "catalog" | "fs">, io: Io): HubView {
  const lease = openUserLease(fs, io, nodeVerify);
  const standings = lease.standings();
  const deployments = standings.flatMap(({ lease: stored }) =>
    stored === undefined ? [] : deployedHere(stored.state, stored.subject),
  );
  return {
    catalog: offerPermitted(catalog, lease),
    hubs: standings.map(toHubRow),
    markOf: (skill) => {
      const denial = lease.screen()?.(usedListed(skill, (one) => digestOrNone(catalog, one)));
      if (denial !== undefined) return { state: denial.code, reason: denial.text };
      if (deployments.length === 0) return undefined;
      const digest = digestOrNone(catalog, skill);
      const deployed = deployments.find((one) => one.digest === digest);
      return deployed && { state: "deployed", version: deployed.version };
    },
  };
}

function toHubRow({ folder, ...standing }: StoredLease): HubRow {
  const { lease } = standing;
  const problem = formatLeaseFault(standing) || undefined;
  if (lease === undefined) return { hub: null, folder, deployed: [], revoked: [], ...compact({ problem }) };
  const { hub, subject, state } = lease;
  const { tenant, sequence, mode, issuedAt, expiresAt } = state;
  return {
    ...{ hub, folder, tenant, agent: subject.agent, sequence, mode, issuedAt, expiresAt },
    deployed: deployedHere(state, subject).map(({ name, version, digest }) => ({ name, version, digest })),
    revoked: state.revocations.map(({ kind, value, message, expiresAt: end }) => ({
      ...{ kind, value, message, ...compact({ expiresAt: end }) },
    })),
    ...compact({ problem }),
  };
}

/** The state of a hub without what it lists. */
export function toHubState({ deployed, revoked, ...state }: HubRow): object {
  return { ...state, deployed: deployed.length, revoked: revoked.length };
}

/** `https://hub.example, state 4 (strict), valid until …`. */
export function describeHub({ hub, folder, sequence, mode, expiresAt, problem }: HubRow): string {
  if (hub === null) return `${oneLine(folder)}: ${problem ?? ""}`;
  const until = problem === undefined ? `valid until ${expiresAt}` : `not valid: ${problem}`;
  return `${oneLine(hub)}, state ${sequence} (${mode}), ${until}`;
}

function digestOrNone(catalog: Catalog, skill: CatalogSkill): string {
  try {
    return catalog.digest(skill);
  } catch (error) {
    if (error instanceof SkillError) return "none";
    throw error;
  }
}

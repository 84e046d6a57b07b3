import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { deployedHere, formatLeaseFault } from "@skillwright/core/lease";
import { nodeVerify } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { offerPermitted, type StoredLease, usedListed } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { openUserLease } from "../session/open-lease.ts";
import type { HubRow, HubView } from "./hub-view.ts";
import type { OpenedCatalog } from "./open-catalog.ts";

/** Reads the stored states of the hubs and compares the skills with them. */
export function readHubView({ catalog, fs }: Pick<OpenedCatalog, "catalog" | "fs">, io: Io): HubView {
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

function digestOrNone(catalog: Catalog, skill: CatalogSkill): string {
  try {
    return catalog.digest(skill);
  } catch (error) {
    if (error instanceof SkillError) return "none";
    throw error;
  }
}

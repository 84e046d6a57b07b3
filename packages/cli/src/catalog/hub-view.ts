import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import type { LeaseDenial } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { systemHubFolder, userHubFolder } from "../session/hub-folders.ts";
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

/** Loads nothing more where no hub governs the machine, as on most. */
export async function openHubView(opened: Pick<OpenedCatalog, "catalog" | "fs">, io: Io): Promise<HubView> {
  const isGoverned = [systemHubFolder(io), userHubFolder(io)].some((folder) => mayExist(opened.fs, folder));
  if (!isGoverned) return { catalog: opened.catalog, hubs: [], markOf: () => undefined };
  const { readHubView } = await import("./read-hub-view.ts");
  return readHubView(opened, io);
}

/** A folder that cannot be looked at may be one. */
function mayExist(fs: FileSystem, folder: string): boolean {
  try {
    return fs.stat(folder) !== undefined;
  } catch (error) {
    if (error instanceof SkillError) return true;
    throw error;
  }
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

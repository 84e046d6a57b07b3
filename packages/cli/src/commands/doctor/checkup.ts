import { formatError, SkillError } from "@skillwright/core";
import type { DiscoveryFinding, FileSystem } from "@skillwright/core/discover";
import { type Listing, listingLimits } from "@skillwright/core/listing";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { LayerKind } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { StatusRow } from "../../agents/status-report.ts";
import { digestOf, type FindingRow, toFindingRow } from "../../catalog/findings.ts";
import type { HubRow, HubView } from "../../catalog/hub-view.ts";
import { type OpenedCatalog, trustFile } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { readVersion } from "../../own-package.ts";
import { findPolicy } from "../../session/open-policies.ts";
import { examineSandbox, type SandboxRow } from "../../session/open-sandbox.ts";

/** The result of `doctor`, and its JSON form. */
export type Checkup = {
  readonly version: 1;
  readonly skillwright: string;
  readonly node: string;
  readonly platform: string;
  readonly roots: readonly RootRow[];
  readonly skills: {
    readonly found: number;
    readonly offered: number;
    readonly disabled: number;
    readonly shadowed: number;
  };
  readonly listing: {
    /** Without a limit. */
    readonly full: ListingRow;
    /** Within the default budget. */
    readonly default: ListingRow;
    /** Within 1 KB. */
    readonly small: ListingRow;
    /** Average entry size in the full list. */
    readonly bytesPerSkill: number;
  };
  readonly index: { readonly folder: string | null; readonly files: number; readonly bytes: number };
  readonly trust: {
    readonly file: string;
    readonly projects: number;
    readonly here: readonly { readonly path: string; readonly trusted: boolean }[];
  };
  readonly config: readonly string[];
  /** Stored states of the organization's hubs. */
  readonly hubs: readonly HubRow[];
  /** Skills that a hub does not permit. */
  readonly withheld: readonly { readonly id: string; readonly code: string; readonly reason: string }[];
  readonly policies: readonly PolicyRow[];
  readonly sandbox: SandboxRow;
  readonly installations: readonly InstallationRow[];
  readonly findings: readonly FindingRow[];
};

/** The guard hook or the MCP server in an agent's settings. */
type InstallationRow = {
  readonly what: "guard" | "mcp";
  readonly agent: string;
  readonly scope: string;
  readonly path: string;
  readonly state: StatusRow["state"];
  readonly problem?: string;
};

type RootRow = {
  readonly path: string;
  readonly scope: string;
  readonly client?: string;
  readonly package?: string;
  readonly project?: string;
  readonly exists: boolean;
  readonly skills: number;
};
export type ListingRow = Pick<Listing, "tier" | "bytes" | "tokens" | "listed"> & {
  readonly budget: number | null;
};

/** Examines everything that decides which skills agents find, and the cost of listing them. */
export async function examine(
  opened: OpenedCatalog & HubView,
  nameOf: (path: string) => string,
  io: Io,
): Promise<Checkup> {
  const { catalog, configFiles, trust } = opened;
  const { skills, shadowed, findings } = catalog.list();
  const offered = skills.filter(({ enabled }) => enabled).length;
  const unread = [...skills, ...shadowed].map((skill) => digestOf(catalog, skill));
  // Save first, so that the report describes the saved index.
  const unsaved = catalog.save();
  const all = [...findings, ...unread.filter((one) => typeof one !== "string"), ...unsaved];
  return {
    version: 1,
    skillwright: readVersion(),
    node: io.place.node,
    platform: io.place.platform,
    roots: describeRoots(opened, nameOf),
    skills: {
      found: skills.length + shadowed.length,
      offered,
      disabled: skills.length - offered,
      shadowed: shadowed.length,
    },
    listing: await measureListings(opened),
    index: describeIndex(opened, nameOf),
    trust: {
      file: nameOf(trustFile(io)),
      projects: trust.size,
      here: describeTrust(opened, findings, nameOf),
    },
    config: configFiles.map(nameOf),
    hubs: opened.hubs.map((row) => ({ ...row, folder: nameOf(row.folder) })),
    withheld: describeWithheld(opened),
    policies: await examinePolicies(io, nameOf),
    sandbox: await examineSandbox(io),
    installations: await findInstallations(io, nameOf),
    findings: all.map((finding) => toFindingRow(finding, nameOf)),
  };
}

function describeWithheld({ catalog, markOf }: HubView): Checkup["withheld"] {
  const { skills, shadowed } = catalog.list();
  return [...skills, ...shadowed].flatMap((skill) => {
    const mark = skill.disabled.includes("withheld") ? markOf(skill) : undefined;
    return mark !== undefined && "reason" in mark
      ? [{ id: skill.id, code: mark.state, reason: mark.reason }]
      : [];
  });
}

function describeRoots(
  { fs, catalog, roots }: OpenedCatalog,
  nameOf: (path: string) => string,
): readonly RootRow[] {
  const { skills, shadowed } = catalog.list();
  // A folder of links counts the skills behind them, although each skill is listed once.
  const places = [...skills, ...shadowed].flatMap(({ root, links = [] }) => [
    root,
    ...links.map((link) => link.root),
  ]);
  const counts = Map.groupBy(places, ({ path }) => path);
  return roots.map(({ path, scope, client, package: from, project }) => ({
    path: nameOf(path),
    scope,
    ...compact({ client, package: from, project: project === undefined ? undefined : nameOf(project) }),
    exists: isFolder(fs, path),
    skills: counts.get(path)?.length ?? 0,
  }));
}

function isFolder(fs: FileSystem, path: string): boolean {
  try {
    return fs.stat(path)?.kind === "directory";
  } catch (error) {
    if (error instanceof SkillError) return false;
    throw error;
  }
}

const smallBudget = 1024;

async function measureListings({ catalog }: OpenedCatalog): Promise<Checkup["listing"]> {
  const write = (bytes: number): Promise<Listing> =>
    catalog.listing({ placement: "tool", budget: { bytes } });
  const full = await write(Number.MAX_SAFE_INTEGER);
  const { entries } = full;
  const bytes = entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return {
    full: toListingRow(full, null),
    default: toListingRow(await write(listingLimits.listingBytes), listingLimits.listingBytes),
    small: toListingRow(await write(smallBudget), smallBudget),
    bytesPerSkill: entries.length === 0 ? 0 : Math.round(bytes / entries.length),
  };
}

function toListingRow({ tier, bytes, tokens, listed }: Listing, budget: number | null): ListingRow {
  return { budget, tier, bytes, tokens, listed };
}

function describeIndex(
  { fs, indexFolder }: OpenedCatalog,
  nameOf: (path: string) => string,
): Checkup["index"] {
  if (indexFolder === undefined) return { folder: null, files: 0, bytes: 0 };
  const folder = nameOf(indexFolder);
  try {
    const files = fs.list(indexFolder).filter(({ kind }) => kind === "file");
    const sizes = files.map(({ name }) => fs.stat(`${indexFolder}/${name}`)?.size ?? 0);
    return { folder, files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch (error) {
    // Missing or unreadable; the findings cover what that means for skills.
    if (error instanceof SkillError) return { folder, files: 0, bytes: 0 };
    throw error;
  }
}

function describeTrust(
  { roots }: OpenedCatalog,
  findings: readonly DiscoveryFinding[],
  nameOf: (path: string) => string,
): Checkup["trust"]["here"] {
  const untrusted = new Set(
    findings.filter(({ code }) => code === "project-untrusted").map(({ path }) => path),
  );
  const projects = new Set(roots.flatMap(({ project }) => project ?? []));
  return [...projects].map((path) => ({ path: nameOf(path), trusted: !untrusted.has(path) }));
}

/** A machine or user policy, or why it cannot be read. */
type PolicyRow = {
  readonly owner: "machine" | "user";
  /** Null when there is none. */
  readonly path: string | null;
  /** Why `exec` and `run` stop here. */
  readonly problem?: string;
};

/** The policies that `exec` and `run` find without being told. */
async function examinePolicies(
  { place }: Io,
  nameOf: (path: string) => string,
): Promise<readonly PolicyRow[]> {
  const fs = createNodeFileSystem();
  const { readPolicy } = await import("@skillwright/core/config");
  const examine = (owner: PolicyRow["owner"], folder: string, kind: LayerKind): PolicyRow => {
    try {
      const [found] = findPolicy(fs, folder, kind);
      if (found === undefined) return { owner, path: null };
      readPolicy(fs, ...found);
      return { owner, path: nameOf(found[0]) };
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      return { owner, path: nameOf(pathOf(error, folder)), problem: formatError(error) };
    }
  };
  return [examine("machine", place.systemFolder, "organisation"), examine("user", place.dataFolder, "user")];
}

function pathOf({ details }: SkillError, folder: string): string {
  return typeof details.path === "string" ? details.path : folder;
}

/** Entries in the settings of other agents; where there are none, agents have no row. */
async function findInstallations(
  io: Io,
  nameOf: (path: string) => string,
): Promise<readonly InstallationRow[]> {
  const { hookStatusRows } = await import("../guard/install.ts");
  const { mcpStatusRows } = await import("../mcp/status.ts");
  const toRows = (what: InstallationRow["what"], rows: readonly StatusRow[]): readonly InstallationRow[] =>
    rows.flatMap(({ agent, scope, path, state, problems = [] }) => {
      if (state === "absent") return [];
      const problem = problems.length === 0 ? undefined : problems.join(" ");
      return [{ what, agent: agent.id, scope, path: nameOf(path), state, ...compact({ problem }) }];
    });
  return [
    ...toRows("guard", hookStatusRows(withoutFlags, io)),
    ...toRows("mcp", mcpStatusRows(withoutFlags, io)),
  ];
}

const withoutFlags: Invocation = {
  positionals: [],
  flag: () => false,
  option: () => undefined,
  options: () => [],
};

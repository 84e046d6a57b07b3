import { limits, SkillError } from "@skillwright/core";
import { type Catalog, readPrecedence, readTrust, type TrustRecords } from "@skillwright/core/catalog";
import {
  type FileSystem,
  type FoundRoots,
  findRoots,
  linkTerritory,
  type SkillRoot,
} from "@skillwright/core/discover";
import { createNodeFileSystem, openCatalog } from "@skillwright/core/node";
import type { Policy } from "@skillwright/core/policy";
import { compact, cutEnd } from "@skillwright/core/text";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";
import { openPolicies } from "../session/open-policies.ts";
import { type CatalogSettings, readCatalogSettings, readUserSettings } from "./catalog-config.ts";
import { createLockReader } from "./lock-reader.ts";
import { createProgramFinder } from "./program-finder.ts";

/** The catalog and where its parts came from. */
export type OpenedCatalog = {
  readonly fs: FileSystem;
  readonly catalog: Catalog;
  readonly roots: readonly SkillRoot[];
  readonly names: PathNames;
  readonly configFiles: readonly string[];
  readonly trust: TrustRecords;
  /** Undefined with --no-index. */
  readonly indexFolder: string | undefined;
};

export type OpenOptions = {
  /** Ignore missing programs and platform limits: users can still install what a skill needs. */
  readonly anyMachine?: boolean;
  /** Re-read trust on every use, for commands that keep running. */
  readonly lasting?: boolean;
  /** Additional folders, unless flags or configuration already name them. */
  readonly extra?: readonly SkillRoot[];
  /** Open the catalog even if a policy cannot be read, for a command that reports that itself. */
  readonly despitePolicies?: boolean;
  /** Offer skills that a policy denies: the command's session applies the policy and names the rule. */
  readonly beforePolicies?: boolean;
};

/** Opens the catalog according to flags, configuration and current folder. */
export async function openSkills(
  invocation: Invocation,
  io: Io,
  {
    anyMachine = false,
    lasting = false,
    extra = [],
    despitePolicies = false,
    beforePolicies = false,
  }: OpenOptions = {},
): Promise<OpenedCatalog> {
  const fs = createNodeFileSystem();
  const named = readNamedRoots(fs, invocation, io);
  const settings = named.size > 0 ? await readUserSettings(fs, io) : await readCatalogSettings(fs, io);
  const found = named.size > 0 ? rootsAt(fs, named, io) : usualRoots(fs, { invocation, settings, io });
  const { findings } = found;
  const isNew = ({ path }: SkillRoot): boolean => !found.roots.some((root) => root.path === path);
  const roots = [...found.roots, ...extra.filter(isNew)];
  const trust = readTrust(fs, trustFile(io));
  const indexFolder = invocation.flag("no-index") ? undefined : `${io.place.cacheFolder}/index`;
  const { user, files } = settings;
  const precedence = invocation.option("precedence");
  const policies = beforePolicies ? [] : await readPolicies(invocation, io, { despitePolicies });
  const catalog = openCatalog({
    fs,
    roots,
    findings: [...trust.findings, ...settings.findings, ...findings],
    now: io.today,
    trust: lasting ? () => readTrust(fs, trustFile(io)).records : trust.records,
    precedence: precedence
      ? readPrecedence(precedence, "--precedence")
      : readPrecedence(user.precedence ?? "default", files[0] ?? ""),
    context: {
      ...readContext({ invocation, settings, io }),
      ...(policies.length === 0 ? {} : await restrictSkills(policies)),
      ...(anyMachine ? {} : { platform: io.place.platform, hasBinary: createProgramFinder(fs, io.place) }),
    },
    installedOf: createLockReader(fs, io.place),
    ...compact({ indexFolder }),
  });
  const names = createPathNames(named, io);
  return { fs, catalog, roots, names, configFiles: files, trust: trust.records, indexFolder };
}

async function restrictSkills(policies: readonly Policy[]): Promise<Pick<Context, "mayUse">> {
  const { combinePolicies, mayUseSkill } = await import("@skillwright/core/policy");
  const { layers } = combinePolicies(policies);
  return { mayUse: (name) => mayUseSkill(name, layers) };
}

async function readPolicies(
  invocation: Invocation,
  io: Io,
  { despitePolicies }: { readonly despitePolicies: boolean },
): Promise<readonly Policy[]> {
  try {
    return await openPolicies(invocation, io);
  } catch (error) {
    if (despitePolicies && error instanceof SkillError) return [];
    throw error;
  }
}

/** The file that records trusted projects. */
export function trustFile({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/trust.json`;
}

/** Absolute paths of the --root folders, mapped to the user's spelling. */
function readNamedRoots(fs: FileSystem, invocation: Invocation, io: Io): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const word of invocation.options("root")) {
    if (word === "") throw new UsageError("--root requires a folder.");
    const path = absolutePath(word, io.cwd, io.place.home);
    const found = fs.stat(path);
    if (!found) throw new SkillError("file-missing", { path: word });
    if (found.kind !== "directory")
      throw new UsageError(`--root requires a folder of skills; ${word} is not a directory.`);
    if (!named.has(path)) named.set(path, word.length > 1 ? cutEnd(word, /\//) || "/" : word);
  }
  if (named.size > 0 && invocation.options("client").length > 0)
    throw new UsageError("--root and --client cannot be combined.");
  return named;
}

/** Folders given by the user are searched recursively and need no trust. */
function rootsAt(fs: FileSystem, named: ReadonlyMap<string, string>, { place }: Io): FoundRoots {
  const roots = [...named.keys()].map(
    (path): SkillRoot => ({
      path,
      scope: "custom",
      depth: limits.collectionDepth,
      nested: true,
      linksWithin: linkTerritory(fs, path, place.home),
    }),
  );
  return { roots, findings: [] };
}

type Request = { readonly invocation: Invocation; readonly settings: CatalogSettings; readonly io: Io };

function usualRoots(fs: FileSystem, { invocation, settings, io }: Request): FoundRoots {
  const flags = invocation.options("client");
  const clients = flags.length > 0 ? flags : settings.user.clients;
  const { home, platform, configFolder, dataFolder } = io.place;
  return findRoots(fs, {
    cwd: io.cwd,
    home,
    platform,
    configFolder,
    dataFolder,
    extra: settings.roots,
    ...compact({ clients }),
  });
}

type Context = NonNullable<Parameters<typeof openCatalog>[0]["context"]>;

function readContext({ invocation, settings }: Request): Context {
  const { user } = settings;
  const agent = invocation.option("agent") ?? user.agent;
  const tenant = invocation.option("tenant") ?? user.tenant;
  const environment = invocation.option("environment") ?? user.environment;
  return {
    turnedOff: user.off ?? [],
    ...compact({ agent, tenant, environment }),
  };
}

/** How paths appear in output. */
export type PathNames = {
  /** For programs: with the user's spelling of a folder given on the command line, otherwise absolute. */
  exact(path: string): string;
  /** For people: also relative to the current or home folder. */
  short(path: string): string;
};

/** @param named absolute paths of folders, mapped to the user's spelling */
export function createPathNames(
  named: ReadonlyMap<string, string>,
  { cwd, place }: Pick<Io, "cwd" | "place">,
): PathNames {
  // Longest first, so that the innermost of nested folders wins.
  const folders = [...named].sort(([a], [b]) => b.length - a.length);
  const exact = (path: string): string => renamed(path, folders) ?? path;
  const familiar: Folders = [[cwd, "."] as const, [place.home, "~"] as const].filter(
    ([path]) => path !== "/",
  );
  return {
    exact,
    short: (path) => renamed(path, folders) ?? renamed(path, familiar)?.replace(/^\.\//, "") ?? path,
  };
}

type Folders = readonly (readonly [path: string, name: string])[];

function renamed(path: string, folders: Folders): string | undefined {
  for (const [folder, name] of folders) {
    if (path === folder) return name;
    const start = folder.endsWith("/") ? folder : `${folder}/`;
    if (path.startsWith(start)) return `${name.endsWith("/") ? name : `${name}/`}${path.slice(start.length)}`;
  }
  return undefined;
}

/** Flags shared by all commands that work on the machine's skills. */
export const catalogFlags: Flags = {
  root: {
    type: "string",
    value: "DIR",
    help: "Search this folder recursively instead of the usual ones; repeatable.",
  },
  client: { type: "string", value: "ID", help: "Only this agent's folders, such as codex; repeatable." },
  precedence: {
    type: "string",
    value: "NAME",
    help: "Precedence among equal names: default, personal-first, uaaps, omniforge.",
  },
  agent: { type: "string", value: "NAME", help: "Agent name, for skills restricted to certain agents." },
  tenant: { type: "string", value: "NAME", help: "Tenant, for skills restricted to certain tenants." },
  environment: {
    type: "string",
    value: "NAME",
    help: "Environment, for skills restricted to certain environments.",
  },
  "no-index": { type: "boolean", help: "Do not read or write the index." },
  verbose: { type: "boolean", short: "v", help: "Print all findings to standard error." },
};

/** Help text on where skills are searched. */
export const catalogNotes = `Skills are searched where agents keep them: in the folders of the enterprise, the current
project, the user, and packages. A project's skills load once you trust the project.`;

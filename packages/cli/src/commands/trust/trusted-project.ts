import {
  type CatalogSkill,
  digestProject,
  type ProjectSkill,
  type TrustState,
  trustState,
} from "@skillwright/core/catalog";
import type { DiscoveryFinding } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { digestOf } from "../../catalog/findings.ts";
import { type OpenedCatalog, openSkills } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";

/** A project with the skills that trusting it would load. */
export type TrustedProject = {
  /** Real path. */
  readonly path: string;
  readonly skills: readonly CatalogSkill[];
  readonly state: TrustState;
  /** Content of each skill; undefined if one cannot be read completely. */
  readonly contents: readonly ProjectSkill[] | undefined;
  /** Findings on skills that cannot be read completely. */
  readonly unread: readonly DiscoveryFinding[];
  /** Broken skills; repairing one later changes the project and ends the trust. */
  readonly broken: readonly DiscoveryFinding[];
};

export type ProjectsAround = { readonly opened: OpenedCatalog; readonly projects: readonly TrustedProject[] };

/** The projects that a folder is in; most often one. */
export async function findProjects(folder: string, invocation: Invocation, io: Io): Promise<ProjectsAround> {
  const opened = await openSkills(invocation, { ...io, cwd: folder }, { despitePolicies: true });
  const paths = new Set(opened.roots.flatMap(({ project }) => project ?? []));
  const around = [...paths].filter((path) => isInside(path, folder));
  return { opened, projects: around.map((path) => describeProject(path, opened)) };
}

function describeProject(path: string, { fs, catalog, trust }: OpenedCatalog): TrustedProject {
  const { skills: winners, shadowed, findings } = catalog.list();
  const skills = [...winners, ...shadowed]
    .filter(({ root }) => root.project === path)
    .sort((a, b) => (a.directory < b.directory ? -1 : 1));
  const contents = digestProject({ fs, sha256: nodeSha256, found: skills }, path);
  const realPath = fs.realPath(path) ?? path;
  const unread = contents
    ? []
    : skills.map((skill) => digestOf(catalog, skill)).filter((one) => typeof one !== "string");
  const state = trustState(trust, { realPath, skills: contents });
  const broken = findings.filter((one) => one.severity === "error" && isInside(path, one.path));
  return { path: realPath, skills, state, contents, unread, broken };
}

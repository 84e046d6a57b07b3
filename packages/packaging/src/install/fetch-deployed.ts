import { SkillError } from "@skillwright/core";
import { fetchArchive, type HubArchive, type HubDeps } from "../sources/hub.ts";
import type { FileTree } from "../tree/file-tree.ts";
import { pathFault } from "../tree/path-fault.ts";

/** A skill that a hub deploys, as its state document says. */
export type DeployedSkill = Omit<HubArchive, "source"> & { readonly name: string; readonly version: string };

/** The content of a deployed skill, and the folder it belongs in: `team/pdf` is installed as `pdf`. */
export async function fetchDeployed(
  { name, version, digest, archive }: DeployedSkill,
  deps: HubDeps,
): Promise<{ readonly folder: string; readonly tree: FileTree }> {
  const source = `hub:${name}@${version}`;
  const folder = name.slice(name.lastIndexOf("/") + 1);
  const fault = folder.startsWith(".") ? "begins with a dot" : pathFault(folder);
  if (fault !== undefined) throw new SkillError("package-invalid", { source, reason: `its name ${fault}` });
  const tree = await fetchArchive({ source, digest, archive }, deps);
  if (tree.entries.some(({ path }) => path === "SKILL.md")) return { folder, tree };
  throw new SkillError("package-invalid", { source, reason: "it has no SKILL.md" });
}

import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Catalog } from "@skillwright/core/catalog";
import { digestSkill, type FileSystem, loadSkill } from "@skillwright/core/discover";
import { nodeSha256, openCatalog } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { type Clock, systemClock } from "@skillwright/runtime";
import { copyFiles } from "../testing/copy-skill.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { skillsFolderPrefix } from "./skills-folder.ts";

/** Folders hidden from agents in trials: they hold the expected results. */
export const hiddenInTrials: readonly string[] = ["tests", "evals"];

export type SkillSource = {
  readonly directory: string;
  /** Replaces its SKILL.md, to try another wording. */
  readonly manifest?: string;
};

/** Copies of the skills for agents in trials, which see no others. */
export type SkillSet = {
  /** The absolute path of the folder with the copies. */
  readonly folder: string;
  /** The absolute paths of the copies, in the order of the sources. */
  readonly copies: readonly string[];
  readonly catalog: Catalog;
  /** Digests of the copies without tests and evals, in the order of the sources. */
  readonly digests: readonly string[];
  remove(): Promise<void>;
};

/**
 * Copies skills to a new folder, without tests and evals. The first one is being tried: if it is limited to
 * certain agents, tenants or environments, the catalog poses as one of them.
 */
export async function prepareSkills(
  sources: readonly SkillSource[],
  { fs, clock = systemClock }: { readonly fs: FileSystem; readonly clock?: Clock },
): Promise<SkillSet> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), skillsFolderPrefix)));
  const remove = (): Promise<void> => removeFolder(folder);
  try {
    const copies: string[] = [];
    for (const [index, source] of sources.entries()) copies.push(await copySource(source, folder, index));
    return {
      folder,
      copies,
      catalog: openCatalog({ fs, roots: [folder], now: clock.now, context: contextOf(copies[0], fs) }),
      digests: copies.map((copy) => digestSkill(fs, copy, nodeSha256)),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copySource(
  { directory, manifest }: SkillSource,
  folder: string,
  index: number,
): Promise<string> {
  const from = await realpath(directory);
  // Several skills may have the same name.
  const copy = join(folder, String(index), basename(from));
  await mkdir(copy, { recursive: true });
  await copyFiles(from, copy, hiddenInTrials);
  if (manifest !== undefined) await writeFile(join(copy, "SKILL.md"), manifest);
  return copy;
}

type Context = NonNullable<Parameters<typeof openCatalog>[0]["context"]>;

function contextOf(directory: string | undefined, fs: FileSystem): Context {
  const scope = directory === undefined ? undefined : loadSkill(fs, directory).parsed.manifest.scope;
  return compact<Context>({
    agent: scope?.agents?.[0],
    tenant: scope?.tenants?.[0],
    environment: scope?.environments?.[0],
  });
}

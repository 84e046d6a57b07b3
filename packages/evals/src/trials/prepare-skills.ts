import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Catalog } from "@skillwright/core/catalog";
import { digestSkill, type FileSystem, loadSkill } from "@skillwright/core/discover";
import { nodeSha256, openCatalog } from "@skillwright/core/node";
import { type Clock, systemClock } from "@skillwright/runtime";
import { copyFiles } from "../testing/copy-skill.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { skillsFolderPrefix } from "./skills-folder.ts";

/** What agents in trials do not see of a skill: there it says what is expected of them. */
export const notTried: readonly string[] = ["tests", "evals"];

/** A skill for trials. */
export type SkillSource = {
  readonly directory: string;
  /** Taken for its SKILL.md: another wording of it that is tried. */
  readonly manifest?: string;
};

/** Copies of skills that agents in trials see; no other skills are there. */
export type SkillSet = {
  /** Absolute: the folder of the copies. */
  readonly folder: string;
  /** Absolute: the copies, in the order of the sources. */
  readonly copies: readonly string[];
  readonly catalog: Catalog;
  /** Of the content without tests and evals, in the order of the sources; what trials with them depend on. */
  readonly digests: readonly string[];
  remove(): Promise<void>;
};

/**
 * Copies skills to a place of their own, without what must not be seen. The first is the one that is tried: when it is meant for
 * certain agents, tenants or environments, this is one of them.
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
  // Skills of one name may come from several places.
  const copy = join(folder, String(index), basename(from));
  await mkdir(copy, { recursive: true });
  await copyFiles(from, copy, notTried);
  if (manifest !== undefined) await writeFile(join(copy, "SKILL.md"), manifest);
  return copy;
}

type Context = NonNullable<Parameters<typeof openCatalog>[0]["context"]>;

function contextOf(directory: string | undefined, fs: FileSystem): Context {
  const scope = directory === undefined ? undefined : loadSkill(fs, directory).parsed.manifest.scope;
  const [agent] = scope?.agents ?? [];
  const [tenant] = scope?.tenants ?? [];
  const [environment] = scope?.environments ?? [];
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(environment === undefined ? {} : { environment }),
  };
}

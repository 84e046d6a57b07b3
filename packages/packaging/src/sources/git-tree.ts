import { SkillError } from "@skillwright/core";
import { finalTarget } from "../archives/resolve-links.ts";
import { packagingLimits } from "../limits.ts";
import type { Repository } from "./git-repository.ts";
import type { ListedEntry } from "./select-files.ts";

type GitFile = { readonly entry: ListedEntry; readonly id: string; readonly isSubmodule: boolean };

type TreePlace = {
  readonly commit: string;
  readonly path: string | undefined;
  readonly source: string;
};

/** The files of a commit or of a folder in it, with the final targets of links. Nothing is checked out. */
export async function listTree(repository: Repository, place: TreePlace): Promise<readonly GitFile[]> {
  const { commit, path = "", source } = place;
  const answer = await repository.run({ arguments: ["ls-tree", "-r", "-z", `${commit}:${path}`] });
  if (answer.isFailed)
    throw new SkillError("source-unavailable", {
      source,
      reason: `it has no folder ${JSON.stringify(path)}`,
    });
  const raw = readList(answer.stdout, source);
  const links = raw.filter(({ mode }) => mode === "120000");
  const targets = await readTargets(repository, links, source);
  return raw.map(({ mode, id, path, isText }) => ({
    id,
    isSubmodule: mode === "160000",
    entry: isText ? toEntry(mode, path, targets) : { path, fault: "has a name that is not UTF-8" },
  }));
}

type RawEntry = {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
  readonly isText: boolean;
};

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readList(output: Buffer, source: string): readonly RawEntry[] {
  const entries: RawEntry[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    const tab = output.indexOf(9, at);
    const [mode = "", , id = ""] = output.toString("latin1", at, tab).split(" ");
    const name = output.subarray(tab + 1, end);
    const path = decode(name);
    entries.push({ mode, id, path: path ?? name.toString("latin1"), isText: path !== undefined });
    if (entries.length > packagingLimits.listedFiles) {
      const reason = `it has more than ${packagingLimits.listedFiles} files; name a folder of it`;
      throw new SkillError("package-invalid", { source, reason });
    }
    at = end + 1;
  }
  return entries;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function toEntry(mode: string, path: string, targets: ReadonlyMap<string, string>): ListedEntry {
  if (mode === "160000") return { path, fault: "is a submodule, which is not fetched" };
  if (mode !== "120000") return { path, executable: mode === "100755" };
  const linksTo = finalTarget(path, targets);
  return linksTo === undefined ? { path, fault: "is a link that leads out of it" } : { path, linksTo };
}

/** What each link says, by its path. */
async function readTargets(
  repository: Repository,
  links: readonly RawEntry[],
  source: string,
): Promise<ReadonlyMap<string, string>> {
  if (links.length === 0) return new Map();
  const contents = await readBlobs(repository, new Map(links.map(({ path, id }) => [path, id])), source);
  return new Map(
    Array.from(contents, ([path, bytes]) => {
      const isLong = bytes.length > packagingLimits.pathCharacters;
      // A target that no file has makes the link one that leads out.
      return [path, (isLong ? undefined : decode(Buffer.from(bytes))) ?? "/"];
    }),
  );
}

/** The contents of files by path, given their ids. Objects that are not there yet are fetched in one request. */
export async function readBlobs(
  repository: Repository,
  ids: ReadonlyMap<string, string>,
  source: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = [...new Set(ids.values())];
  await repository.fetchObjects(wanted, source);
  const objects = await repository.readObjects(wanted, source);
  const contents = new Map<string, Uint8Array>();
  for (const [path, id] of ids) {
    const object = objects.get(id);
    if (object?.type !== "blob")
      throw new SkillError("source-unavailable", { source, reason: `the server did not send ${path}` });
    contents.set(path, object.bytes);
  }
  return contents;
}

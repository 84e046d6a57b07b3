import { createHash } from "node:crypto";
import { type FileTree, inFolder, linkTargetOf, type TreeEntry } from "@skillwright/packaging";

/** A version as a commit: its id, and the objects it needs, by id, each with git's header. */
export type GitCommit = { readonly id: string; readonly objects: ReadonlyMap<string, Buffer> };

export type CommitFacts = {
  /** The skill's folder below `skills/`, where agents and plugins look for skills. */
  readonly folder: string;
  readonly version: string;
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
};

/**
 * The commit of a version. It has no parents: its id follows from the version alone, whatever else is published, approved or withdrawn,
 * so clients can pin it.
 */
export function createCommit(tree: FileTree, facts: CommitFacts): GitCommit {
  const objects = new Map<string, Buffer>();
  const add = (type: "blob" | "tree" | "commit", content: Uint8Array): string => {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash("sha1").update(object).digest("hex");
    objects.set(id, object);
    return id;
  };
  const root = addTree(inFolder(tree, `skills/${facts.folder}`).entries, "", add);
  const person = `Skillwright hub <hub@skillwright.invalid> ${Math.floor(facts.publishedAt / 1000)} +0000`;
  const message = `Publish ${facts.folder} ${facts.version}\n\nContent digest: ${facts.digest}\n`;
  const text = `tree ${root}\nauthor ${person}\ncommitter ${person}\n\n${message}`;
  return { id: add("commit", Buffer.from(text)), objects };
}

type Add = (type: "blob" | "tree", content: Uint8Array) => string;

/** Adds the tree of a folder, whose path is empty or ends with a slash. */
function addTree(entries: readonly TreeEntry[], folder: string, add: Add): string {
  const children = Map.groupBy(entries, ({ path }) => path.slice(folder.length).split("/", 1)[0] ?? "");
  const rows = [...children].map(([name, below]) => {
    const path = folder + name;
    const own = below.find((entry) => entry.path === path);
    if (own === undefined) {
      const id = addTree(below, `${path}/`, add);
      return { sortKey: Buffer.from(`${name}/`), row: treeRow("40000", name, id) };
    }
    return { sortKey: Buffer.from(name), row: fileRow(own, name, add) };
  });
  rows.sort((a, b) => Buffer.compare(a.sortKey, b.sortKey));
  return add("tree", Buffer.concat(rows.map(({ row }) => row)));
}

function fileRow(entry: TreeEntry, name: string, add: Add): Buffer {
  if ("linksTo" in entry) return treeRow("120000", name, add("blob", Buffer.from(linkTargetOf(entry))));
  return treeRow(entry.executable ? "100755" : "100644", name, add("blob", entry.bytes));
}

function treeRow(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
}

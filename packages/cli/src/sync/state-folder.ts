import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { Lease } from "@skillwright/core/lease";
import { attemptOn } from "@skillwright/core/node";
import { leasePaths, readLeaseFile, writeLeaseFile } from "@skillwright/runtime";

/**
 * The folder of a hub's state. A generation is a lease, policies, and a link to its skills; it is complete before `current` leads to it,
 * and the only step that counts is the rename of that link. Whenever a process is killed, readers see one generation.
 */
export type StateFolder = {
  /** What readers see now. */
  current(): Generation | undefined;
  /** A new, empty folder for skills, and its name. */
  newContents(): { readonly name: string; readonly path: string };
  /** Makes a generation the current one. */
  switchTo(next: NewGeneration): void;
  /** Where the skills of a generation are. */
  contentsPath(name: string): string;
  /** Removes what no reader needs: everything but the current generation and the one before. */
  sweep(): void;
};

type Generation = {
  readonly lease: Lease;
  /** Name of the folder with its skills. */
  readonly contents: string;
};

type NewGeneration = {
  /** As `formatLease` writes it. */
  readonly lease: string;
  readonly contents: string;
  readonly policies: readonly PolicyText[];
};

export type PolicyText = { readonly name: string; readonly text: string };

export function openStateFolder(fs: FileSystem, folder: string): StateFolder {
  const { current, generations } = leasePaths(folder);
  const contents = `${folder}/contents`;
  for (const path of [folder, generations, contents]) requireFolder(path);
  const nameNow = (): string | undefined => /^generations\/([^/]+)$/.exec(linkAt(current) ?? "")?.[1];
  const contentsOf = (generation: string): string | undefined =>
    /^\.\.\/\.\.\/contents\/([^/]+)$/.exec(linkAt(`${generations}/${generation}/skills`) ?? "")?.[1];
  let before = nameNow();
  return {
    current: () => {
      const name = nameNow();
      const lease = name === undefined ? undefined : readLeaseFile(fs, `${generations}/${name}/lease`);
      const skills = name === undefined ? undefined : contentsOf(name);
      if (lease === undefined || lease === "damaged" || skills === undefined) return undefined;
      return { lease, contents: skills };
    },
    newContents: () => {
      const name = newName();
      const path = `${contents}/${name}`;
      attemptOn(path, () => mkdirSync(path));
      return { name, path };
    },
    contentsPath: (name) => `${contents}/${name}`,
    switchTo: ({ lease, contents: skills, policies }) => {
      const name = newName();
      const path = `${generations}/${name}`;
      writeLeaseFile(fs, `${path}/lease`, lease);
      for (const policy of policies) fs.write(`${path}/policy/${policy.name}`, Buffer.from(policy.text));
      attemptOn(path, () => symlinkSync(`../../contents/${skills}`, `${path}/skills`, "dir"));
      before = nameNow();
      replaceLink(current, `generations/${name}`);
    },
    sweep: () => {
      const kept = [nameNow(), before].filter((name) => name !== undefined);
      const used = kept.flatMap((name) => contentsOf(name) ?? []);
      removeOthers(generations, kept);
      removeOthers(contents, used);
    },
  };
}

/** A link in the place of a folder leads to what is not ours. */
export function requireFolder(path: string): void {
  attemptOn(path, () => mkdirSync(path, { recursive: true }));
  const found = lstatSync(path);
  if (found.isDirectory()) return;
  throw new SkillError("settings-outside", { path, target: linkAt(path) ?? path });
}

export function linkAt(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Atomic, except on Windows, where a link must be removed first. */
function replaceLink(path: string, target: string): void {
  const temporary = `${path}.new`;
  attemptOn(path, () => {
    rmSync(temporary, { force: true });
    symlinkSync(target, temporary, "dir");
    if (process.platform === "win32") rmSync(path, { force: true });
    renameSync(temporary, path);
  });
}

function newName(): string {
  return randomBytes(8).toString("hex");
}

/** Removes only what this code has named. */
function removeOthers(folder: string, kept: readonly string[]): void {
  for (const name of readdirSync(folder))
    if (/^[0-9a-f]{16}$/.test(name) && !kept.includes(name))
      attemptOn(folder, () => rmSync(`${folder}/${name}`, { recursive: true, force: true }));
}

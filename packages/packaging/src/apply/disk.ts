import type { TreeEntry } from "../tree/file-tree.ts";

/**
 * Everything that changes a disk; reading goes through `FileSystem`. Synchronous like it. Paths are absolute, with `/`.
 * Nothing follows a link at the end of a path. Failures are `SkillError`s with a `file-…` code.
 */
export type Disk = {
  /** Writes files into a folder, which is created with its parents. Not atomic; a file that exists is an error. */
  writeTree(folder: string, content: NewFolder): void;
  /** Writes a whole file atomically and creates its parent folders. Replaces a link instead of following it. */
  writeFile(path: string, bytes: Uint8Array, options?: WriteFileOptions): void;
  /** Moves a file, folder or link to a path at which nothing is. */
  rename(from: string, to: string): void;
  /** Removes a file, a link or a whole folder, which may be missing. Not atomic for folders. */
  remove(path: string): void;
  /** Creates a link to a folder; false where the system cannot. `from` is where the link will be moved to. */
  link(path: string, link: FolderLink): boolean;
};

export type WriteFileOptions = {
  /** Wait until the bytes are on the disk, so that they survive a power failure. */
  readonly isDurable?: boolean;
};

export type NewFolder = {
  readonly entries: readonly TreeEntry[];
  /** Further folders to create, by their paths inside. */
  readonly folders?: readonly string[];
};

export type FolderLink = { readonly from: string; readonly to: string };

export type FileKind = "file" | "directory" | "symlink" | "other";
export type FileStat = {
  readonly kind: FileKind;
  readonly size: number;
  readonly executable: boolean;
  readonly modifiedMs: number;
  /** When content, name or rights last changed; unlike the modification time nobody can set it back. */
  readonly changedMs: number;
};
export type DirectoryEntry = { readonly name: string; readonly kind: FileKind };
export type ReadResult = {
  readonly bytes: Uint8Array;
  readonly size: number;
  /** As `stat` says them, of the very file that was read. */
  readonly changedMs: number;
  readonly executable: boolean;
};

type ReadFileOptions = {
  /**
   * No part of the path may be a link: fails with `file-is-link` when what was opened lies elsewhere, because a folder
   * on the way has been swapped since the path was resolved. Where nothing can be swapped it makes no difference.
   */
  readonly isResolved?: boolean;
};

export type WriteOptions = {
  readonly executable?: boolean;
  /** Put the file in the place of a link instead of writing to where it leads; for files that nobody else writes. */
  readonly replacesLink?: boolean;
};

/**
 * All the system knows of a disk. Synchronous on purpose: see docs/decisions/0003-synchronous-files.md.
 * Paths use `/`. Failures are `SkillError`s with a `file-…` code.
 */
export type FileSystem = {
  /** What a path leads to, links followed; undefined when nothing is there. */
  stat(path: string): FileStat | undefined;
  /** Entries of a directory sorted by name, links not followed. */
  list(path: string): readonly DirectoryEntry[];
  /** At most `maxBytes` of a regular file. Never waits on a FIFO or device, never follows a link at the path's end. */
  read(path: string, maxBytes: number, options?: ReadFileOptions): ReadResult;
  /** The path with every link resolved; undefined when it leads nowhere. */
  realPath(path: string): string | undefined;
  /** Writes a whole file at once, parents included; a reader sees the old or the new, never half. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): void;
};

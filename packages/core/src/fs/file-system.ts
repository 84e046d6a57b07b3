export type FileKind = "file" | "directory" | "symlink" | "other";
export type FileStat = {
  readonly kind: FileKind;
  readonly size: number;
  readonly executable: boolean;
  readonly modifiedMs: number;
  /** When content, name or permissions last changed; unlike the modification time it cannot be set back. */
  readonly changedMs: number;
};
export type DirectoryEntry = { readonly name: string; readonly kind: FileKind };
export type ReadResult = {
  readonly bytes: Uint8Array;
  readonly size: number;
  /** As in `FileStat`, but of the file that was actually read. */
  readonly changedMs: number;
  readonly executable: boolean;
};

type ReadFileOptions = {
  /**
   * The path is already resolved: fails with `file-is-link` when the opened file is elsewhere, because a folder on the
   * way was replaced by a link in the meantime. No effect in memory.
   */
  readonly isResolved?: boolean;
};

export type WriteOptions = {
  readonly executable?: boolean;
  /** Replace a link with the file instead of writing to its target; for files that only we write. */
  readonly replacesLink?: boolean;
};

/**
 * The only access to a disk. Synchronous on purpose: see docs/decisions/0003-synchronous-files.md.
 * Paths use `/`. Failures are `SkillError`s with a `file-…` code.
 */
export type FileSystem = {
  /** The file at a path, links followed; undefined when there is none. */
  stat(path: string): FileStat | undefined;
  /** Entries of a directory sorted by name, links not followed. */
  list(path: string): readonly DirectoryEntry[];
  /** At most `maxBytes` of a regular file. Never waits on a FIFO or device, never follows a link at the path's end. */
  read(path: string, maxBytes: number, options?: ReadFileOptions): ReadResult;
  /** The path with every link resolved; undefined when it does not exist. */
  realPath(path: string): string | undefined;
  /** Writes a whole file atomically and creates its parent folders; readers see the old or the new file. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): void;
};

/**
 * Calls `notify` when something below one of the folders, which may not exist yet, may have changed; returns an
 * unsubscribe function. With paths, only these may have changed; without, anything may. Rather notify too often than
 * leave a catalog out of date.
 */
export type Watcher = (folders: readonly string[], notify: (paths?: readonly string[]) => void) => () => void;

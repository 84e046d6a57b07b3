/** A file inside an archive; its content is inflated only when it is asked for. */
export type ArchiveEntry = {
  readonly path: string;
  readonly read: (limit: number) => EntryContent;
};

export type EntryContent =
  | { readonly bytes: Uint8Array; readonly fault?: "too-large" | "damaged" }
  | { readonly fault: "encrypted" | "unreadable" | "damaged" };

export type Archive = {
  readonly entries: readonly ArchiveEntry[];
  /** More entries than were listed. */
  readonly hasMore: boolean;
  /** Breaks off, or says different things in different places. */
  readonly isDamaged: boolean;
  /** Entries are parts of the archive's own bytes, which are paid for already. */
  readonly isPlain?: true;
  /** Bytes before the first entry that belong to no entry, such as a program that unpacks the rest. */
  readonly prefix?: Uint8Array;
};

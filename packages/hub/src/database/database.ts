import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

export type HubTransaction = Transaction<Tables>;
/** Reads inside or outside of a transaction. */
export type HubReader = Pick<Kysely<Tables>, "selectFrom">;

/** The hub's storage: SQLite in one file, or PostgreSQL shared by several hubs. Both run the tests of `contract.ts`. */
export type HubDatabase = {
  readonly kind: "sqlite" | "postgres";
  /** For reading; a transaction that is under way does not delay it. */
  readonly read: Kysely<Tables>;
  /**
   * Runs work in one transaction. Writers of one tenant run one after the other, in all hubs on this database, so that numbers given
   * inside have no gaps. The work must wait for nothing but the database.
   */
  write<Result>(tenant: string, work: (transaction: HubTransaction) => Promise<Result>): Promise<Result>;
  /**
   * A number that changes with every commit, of this process and of others: while it stays the same, what was read is still true.
   * Undefined if it would have to be asked from a server.
   */
  revision(): number | undefined;
  /** As `write`, but alone: no other writer of any tenant runs meanwhile. For changes that reach every tenant. */
  writeAll<Result>(work: (transaction: HubTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Empties the log of recent changes beside the database's file, in which erased texts would stay for a while. Does nothing where the
   * database keeps its log itself, or while another process reads.
   */
  emptyLog(): Promise<void>;
  /** Tells every hub on this database, this one included, that something happened. Messages may get lost; state never does. */
  announce(message: Announcement): Promise<void>;
  /** Returns an unsubscribe function. */
  subscribe(listener: (message: Announcement) => void): () => void;
  close(): Promise<void>;
};

/** A tenant has a new state document. */
export type Announcement = { readonly tenant: string; readonly sequence: number };

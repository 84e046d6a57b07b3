import type { Transport } from "@modelcontextprotocol/client";

/** A way to a server, not used yet. */
export type OpenedTransport = {
  readonly transport: Transport;
  /** The end of what the server's process wrote to its standard error. */
  lastWords(): string;
  /** Ends a process, and a session on the other side; answers in any case. */
  close(): Promise<void>;
};

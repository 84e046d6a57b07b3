import type { Transport } from "@modelcontextprotocol/client";

/** An unused connection to a server. */
export type OpenedTransport = {
  readonly transport: Transport;
  /** The end of the process's standard error. */
  lastWords(): string;
  /** Ends the process, and a session on the other side; never rejects. */
  close(): Promise<void>;
};

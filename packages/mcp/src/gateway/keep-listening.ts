import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { gatewayLimits } from "./limits.ts";

export type ListenOptions = {
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly onListChanged: () => void;
};

/**
 * The 2026 protocol reports changes on a stream that may end while the server lives on. Reopens it with growing
 * pauses and lists the tools each time, since a change may have been missed: that also detects a lost server.
 */
export async function keepListening(client: Client, options: ListenOptions): Promise<void> {
  const { timeoutMs, retryMs, onListChanged } = options;
  let stream = client.autoOpenedSubscription;
  for (let round = 0; stream !== undefined; round += 1) {
    if ((await stream.closed) === "local" || client.transport === undefined) return;
    await pause(Math.min(retryMs * 2 ** round, gatewayLimits.gatewayRetryMostMs), undefined, { ref: false });
    stream = await client.listen({ toolsListChanged: true }, { timeout: timeoutMs }).catch(() => undefined);
    if (client.transport !== undefined) onListChanged();
  }
}

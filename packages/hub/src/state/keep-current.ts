import { settleExpired } from "../governance/settle-expired.ts";
import type { Hub } from "../hub.ts";
import { currentState } from "./current-state.ts";

/**
 * Ends expired approvals, and renews the documents that connected agents wait for; others are renewed when they are read. Returns a
 * function that stops it and waits for what is under way.
 */
export function keepCurrent(hub: Hub, everyMs = 5000): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    await settleExpired(hub);
    for (const tenant of hub.stateEvents.tenants()) {
      if (hub.stopping.aborted) return;
      await currentState(hub, tenant);
    }
  };
  const timer = setInterval(() => {
    if (running !== undefined || hub.stopping.aborted) return;
    running = run()
      .catch((error: unknown) => hub.log({ level: "error", event: "renewal-failed", reason: String(error) }))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

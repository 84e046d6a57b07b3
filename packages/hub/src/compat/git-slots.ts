import { Refusal } from "../http/refusal.ts";

export type SlotLimits = {
  /** Programs at the same time, in all and of one client. */
  readonly processes: number;
  readonly processesEach: number;
  /** Requests that wait for one, in all and of one client, and how many milliseconds. */
  readonly waiting: number;
  readonly waitingEach: number;
  readonly waitMs: number;
};

/** Places for programs that answer clones. One client has few of them, so that slow ones hold up only themselves. */
export type GitSlots = {
  /** Waits a little for a place. Returns a function that gives it back. */
  take(client: string): Promise<() => void>;
};

type Waiting = { readonly client: string; readonly start: () => void };

export function createGitSlots(limits: SlotLimits): GitSlots {
  const running = new Map<string, number>();
  const queue = new Set<Waiting>();
  const ofClient = (client: string): number => running.get(client) ?? 0;
  const hasPlace = (client: string): boolean => {
    const all = [...running.values()].reduce((sum, one) => sum + one, 0);
    return all < limits.processes && ofClient(client) < limits.processesEach;
  };
  const start = (client: string): (() => void) => {
    running.set(client, ofClient(client) + 1);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      const left = ofClient(client) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
      for (const waiting of queue) if (hasPlace(waiting.client)) waiting.start();
    };
  };
  return {
    take: async (client) => {
      if (hasPlace(client)) return start(client);
      const own = [...queue].filter((one) => one.client === client).length;
      if (queue.size >= limits.waiting || own >= limits.waitingEach) throw busy();
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          client,
          start: () => {
            clearTimeout(timer);
            queue.delete(waiting);
            resolve(start(client));
          },
        };
        const timer = setTimeout(() => {
          queue.delete(waiting);
          reject(busy());
        }, limits.waitMs);
        queue.add(waiting);
      });
    },
  };
}

function busy(): Refusal {
  return new Refusal("UNAVAILABLE", "Too many clones at the same time. Try again.", { "retry-after": "5" });
}

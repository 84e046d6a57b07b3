import { refuse } from "./exchange.ts";
import type { Share } from "./http-options.ts";

/** A limit on what all users, and each of them, hold at once. */
export type Quota = {
  /** Takes an amount, or returns a refusal. */
  take(user: string, amount: number): Response | undefined;
  give(user: string, amount: number): void;
};

export function createQuota(things: string, share: Share): Quota {
  const taken = new Map<string, number>();
  let takenByAll = 0;
  return {
    take: (user, amount) => {
      const own = taken.get(user) ?? 0;
      if (own + amount > share.user) return tooMany(429, `You have too many ${things} open.`);
      if (takenByAll + amount > share.all) return tooMany(503, `This server has too many ${things} open.`);
      taken.set(user, own + amount);
      takenByAll += amount;
      return undefined;
    },
    give: (user, amount) => {
      const left = (taken.get(user) ?? 0) - amount;
      if (left > 0) taken.set(user, left);
      else taken.delete(user);
      takenByAll -= amount;
    },
  };
}

/** What one request has taken from several quotas, to be returned together. */
export type Holdings = {
  take(quota: Quota, amount: number): Response | undefined;
  giveBack(quota: Quota): void;
  giveAllBack(): void;
};

export function createHoldings(user: string): Holdings {
  const held = new Map<Quota, number>();
  const giveBack = (quota: Quota): void => {
    quota.give(user, held.get(quota) ?? 0);
    held.delete(quota);
  };
  return {
    take: (quota, amount) => {
      const refusal = quota.take(user, amount);
      if (!refusal) held.set(quota, (held.get(quota) ?? 0) + amount);
      return refusal;
    },
    giveBack,
    giveAllBack: () => {
      for (const quota of held.keys()) giveBack(quota);
    },
  };
}

function tooMany(status: number, found: string): Response {
  return refuse({ status, message: `${found} Try again later.`, headers: { "retry-after": "1" } });
}

import type { HubSettings } from "../config/settings.ts";

/** Counts a request of a caller; returns the seconds to wait if it is one too many. */
export type RateLimit = (who: string, isKnown: boolean) => number | undefined;

/** A bucket of one minute's requests for each token or address, refilled steadily. */
export function createRateLimit(
  { perMinute, anonymousPerMinute }: HubSettings["rateLimit"],
  now: () => number,
): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (who, isKnown) => {
    const capacity = isKnown ? perMinute : anonymousPerMinute;
    const time = now();
    const key = isKnown ? who : `address ${who}`;
    const bucket = buckets.get(key) ?? { tokens: capacity, at: time };
    const refilled = bucket.tokens + (Math.max(0, time - bucket.at) * capacity) / minute;
    bucket.tokens = Math.min(capacity, refilled);
    bucket.at = time;
    // The least recently used one goes, so that many addresses cannot fill the memory.
    buckets.delete(key);
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? "");
    buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * minute) / capacity / 1000);
    bucket.tokens -= 1;
    return undefined;
  };
}

const minute = 60_000;
const maxBuckets = 100_000;

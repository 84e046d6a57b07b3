import { randomUUID } from "node:crypto";

/** Time and chance, handed in so that tests can decide them. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some fixed moment, never set back. */
  elapsed(): number;
  /** Differs from every other. */
  createId(): string;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  createId: () => randomUUID(),
};

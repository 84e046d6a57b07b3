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
  // Both without what takes Node milliseconds to load: most processes that write to a log need no ids.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  createId: () => process.getBuiltinModule("node:crypto").randomUUID(),
};

/** For processes that make an id or two: no other has the same, but it can be guessed. Random ones take Node 10 ms to load. */
export const hookClock: Clock = {
  ...systemClock,
  createId: () => `${Date.now().toString(36)}-${process.pid}-${process.hrtime.bigint().toString(36)}`,
};

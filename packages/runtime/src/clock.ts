/** Time and randomness, injected so that tests can control them. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since an arbitrary moment; monotonic. */
  elapsed(): number;
  /** A unique id. */
  createId(): string;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  // Neither loads modules that cost Node milliseconds: most processes that write to a log need no ids.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  createId: () => process.getBuiltinModule("node:crypto").randomUUID(),
};

/** For processes that create an id or two: unique but guessable, because random ones take Node 10 ms to load. */
export const hookClock: Clock = {
  ...systemClock,
  createId: () => `${Date.now().toString(36)}-${process.pid}-${process.hrtime.bigint().toString(36)}`,
};

// The package has one configuration per process, so access to it is serialized per process.
let last: Promise<unknown> = Promise.resolve();

/** Runs work after all earlier work has settled, whether it succeeded or not. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work);
  last = done;
  return done;
}

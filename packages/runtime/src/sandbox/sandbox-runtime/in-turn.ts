// The package has one configuration for the whole process, so who may change it is decided for the whole process too.
let last: Promise<unknown> = Promise.resolve();

/** Does this when all that was asked for before is done, whether that went well or not. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work);
  last = done;
  return done;
}

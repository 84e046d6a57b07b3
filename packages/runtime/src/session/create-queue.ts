/**
 * Runs steps one after another in the order of the calls. A failing step rejects its own caller; the next one still
 * runs.
 */
export type Queue = <Value>(step: () => Promise<Value> | Value) => Promise<Value>;

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const done = last.then(step);
    last = done.catch(ignore);
    return done;
  };
}

/** The caller handles the failure; here only the order matters. */
function ignore(): void {}

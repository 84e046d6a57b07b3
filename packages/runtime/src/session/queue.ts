/**
 * Does things one after another, in the order they were asked for. A step that fails fails its own caller; the next one
 * goes on.
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

/** Its caller hears of the failure; here only the order matters. */
function ignore(): void {}

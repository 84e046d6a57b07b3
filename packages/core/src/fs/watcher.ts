/**
 * Calls `notify` when something below one of the folders may have changed, which need not exist yet, and stops when the
 * answer is called. With paths, only these may have changed; without, anything may. A call too many costs one look; one
 * that never comes would leave a catalog out of date.
 */
export type Watcher = (folders: readonly string[], notify: (paths?: readonly string[]) => void) => () => void;

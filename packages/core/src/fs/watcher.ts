/**
 * Calls `notify` when something below one of the folders, which may not exist yet, may have changed; returns an
 * unsubscribe function. With paths, only these may have changed; without, anything may. Rather notify too often than
 * leave a catalog out of date.
 */
export type Watcher = (folders: readonly string[], notify: (paths?: readonly string[]) => void) => () => void;

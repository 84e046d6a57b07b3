import { type FSWatcher, watch } from "node:fs";
import { sep } from "node:path";
import type { Watcher } from "./file-system.ts";

export type NodeWatcherOptions = {
  /** How long to wait for further events before notifying. */
  readonly quietMs?: number;
  /** How often to notify without any event. */
  readonly pollMs?: number;
};

/**
 * Watches with the system's events, which are fast but unreliable (network disks, watch limits, folders created later),
 * and also notifies every few seconds. The timers do not keep a process alive.
 */
export function createNodeWatcher({ quietMs = 100, pollMs = 5000 }: NodeWatcherOptions = {}): Watcher {
  return (folders, notify) => {
    let pending: NodeJS.Timeout | undefined;
    const changed = new Set<string>();
    const hint = (path: string): void => {
      changed.add(path);
      pending ??= setTimeout(() => {
        pending = undefined;
        const paths = [...changed];
        changed.clear();
        notify(paths);
      }, quietMs);
    };
    const poll = setInterval(() => notify(), pollMs).unref();
    const watchers = folders.map((folder) => watchFolder(folder, hint));
    return () => {
      clearInterval(poll);
      clearTimeout(pending);
      for (const watcher of watchers) watcher?.close();
    };
  };
}

function watchFolder(folder: string, hint: (path: string) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, (_, name) =>
      hint(name === null ? folder : `${folder}/${name.replaceAll(sep, "/")}`),
    );
    // From here on rely on polling alone.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

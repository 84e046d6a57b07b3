import { createContext, useContext, useSyncExternalStore } from "react";

/** Whether the hub answers. Every request reports, and the banner shows it. */
export type Connection = {
  readonly isLost: () => boolean;
  readonly report: (hasAnswered: boolean) => void;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
};

export function createConnection(): Connection {
  const listeners = new Set<() => void>();
  let isLost = false;
  return {
    isLost: () => isLost,
    report: (hasAnswered) => {
      if (isLost === !hasAnswered) return;
      isLost = !hasAnswered;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const ConnectionContext = createContext<Connection>(createConnection());

export function useConnection(): { readonly isLost: boolean; readonly report: Connection["report"] } {
  const { isLost, report, subscribe } = useContext(ConnectionContext);
  return { isLost: useSyncExternalStore(subscribe, isLost), report };
}

import { useEffect, useEffectEvent } from "react";
import { useTenant } from "../state/use-tenant.ts";
import { hubAddress } from "./call-hub.ts";

type Subscription = {
  /** The path of a stream: `/api/v1/state/events`. */
  readonly path: string;
  /** The name of the events. */
  readonly event: string;
  readonly isEnabled?: boolean;
  readonly onEvent: (data: string) => void;
};

/**
 * Follows server-sent events while the page is visible. Browsers allow few connections to one host, so hidden tabs give theirs up; when they
 * become visible the hub sends the newest number again, so nothing is missed.
 */
export function useEvents({ path, event, isEnabled = true, onEvent }: Subscription): void {
  const tenant = useTenant();
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const stream = openStream(hubAddress(path, { query: { tenant } }), event, (data) => handle(data));
    const follow = (): void => (document.hidden ? stream.close() : stream.open());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      stream.close();
    };
  }, [path, event, isEnabled, tenant]);
}

const [firstDelay, longestDelay] = [1000, 30_000];

function openStream(url: string, event: string, onData: (data: string) => void) {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let delay = firstDelay;
  const open = (): void => {
    if (source !== undefined) return;
    const opened = new EventSource(url);
    source = opened;
    opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
      delay = firstDelay;
      onData(data);
    });
    // Browsers reconnect after a lost connection, but not after an answer that is no stream, as while the hub restarts.
    opened.addEventListener("error", () => {
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      source = undefined;
      timer = window.setTimeout(open, delay);
      delay = Math.min(delay * 2, longestDelay);
    });
  };
  const close = (): void => {
    window.clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  return { open, close };
}

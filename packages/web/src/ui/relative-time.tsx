import { type ReactNode, useEffect, useState } from "react";
import { formatAgo, formatExact } from "./format.ts";

type RelativeTimeProps = {
  readonly time: string;
  /** `3h ago`, where there is little room. */
  readonly isShort?: boolean;
};

/** `3 hours ago`, with the exact time on hover. It stays current while it is shown. */
export function RelativeTime({ time, isShort = false }: RelativeTimeProps): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 30_000);
    return () => window.clearInterval(timer);
  }, []);
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return <span>{time}</span>;
  return (
    <time dateTime={time} title={formatExact(ms)}>
      {formatAgo(ms, now, isShort)}
    </time>
  );
}

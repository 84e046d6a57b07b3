import { useQueryClient } from "@tanstack/react-query";
import WifiOff from "lucide-react/icons/wifi-off";
import { type ReactNode, useEffect } from "react";
import { useConnection } from "../api/connection.ts";
import "./offline-banner.css";

/** Says that the hub does not answer, asks every few seconds, and loads the page's content again once it does. */
export function OfflineBanner(): ReactNode {
  const { isLost, report } = useConnection();
  const client = useQueryClient();
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = window.setInterval(async () => {
      const answer = await fetch("/health", { cache: "no-store" }).catch(() => undefined);
      if (!answer?.ok) return;
      report(true);
      await client.invalidateQueries();
    }, pauseMs);
    return () => window.clearInterval(timer);
  }, [isLost, report, client]);
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <p className="offline">
          <WifiOff size={16} aria-hidden />
          The hub does not answer. What you see may be out of date; the page updates as soon as the hub is
          back.
        </p>
      )}
    </div>
  );
}

const pauseMs = 2000;

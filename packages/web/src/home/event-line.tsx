import type { HubEvent } from "@skillwright/core/registry";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CircleSlash from "lucide-react/icons/circle-slash";
import Dot from "lucide-react/icons/dot";
import Settings from "lucide-react/icons/settings";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { useMe } from "../api/use-me.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { describeEvent } from "./describe-event.ts";

/** One event in a sentence. */
export function EventLine({ event }: { readonly event: HubEvent }): ReactNode {
  const { icon: Icon, tone } = lookOf(event);
  const me = useMe();
  const text = describeEvent(event, me?.id);
  return (
    <li>
      <Icon size={16} className={tone} aria-hidden />
      <span className="clip" title={text}>
        {text}
      </span>
      <RelativeTime time={event.time} />
    </li>
  );
}

type Look = { readonly icon: LucideIcon; readonly tone?: string };

function lookOf({ kind, outcome }: HubEvent): Look {
  if (kind === "hub-changed") return { icon: Settings };
  if (outcome === "denied") return { icon: CircleSlash, tone: "feed-bad" };
  if (outcome === "failed") return { icon: TriangleAlert, tone: "feed-warn" };
  if (kind === "skill-activated") return { icon: Zap, tone: "feed-good" };
  return outcome === "ok" ? { icon: Check } : { icon: Dot };
}

import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CirclePlay from "lucide-react/icons/circle-play";
import CircleSlash from "lucide-react/icons/circle-slash";
import CircleStop from "lucide-react/icons/circle-stop";
import Settings from "lucide-react/icons/settings";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { useMe } from "../api/use-me.ts";
import { formatNumber } from "../ui/format.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { describeEvent } from "./describe-event.ts";

type EventLineProps = {
  readonly event: HubEvent;
  readonly names?: PrincipalNames | undefined;
  readonly count?: number;
};

/** One event in a sentence. */
export function EventLine({ event, names, count = 1 }: EventLineProps): ReactNode {
  const { icon: Icon, tone } = lookOf(event);
  const me = useMe();
  const sentence = describeEvent(event, { names, me: me?.id });
  const text = count === 1 ? sentence : `${sentence}, ${formatNumber(count)} times`;
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
  if (kind === "session-started") return { icon: CirclePlay };
  if (kind === "session-ended" || kind === "skill-deactivated") return { icon: CircleStop };
  return { icon: Check };
}

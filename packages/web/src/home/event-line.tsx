import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import CirclePlay from "lucide-react/icons/circle-play";
import CircleSlash from "lucide-react/icons/circle-slash";
import CircleStop from "lucide-react/icons/circle-stop";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import MessageSquare from "lucide-react/icons/message-square";
import Package from "lucide-react/icons/package";
import Rocket from "lucide-react/icons/rocket";
import Scale from "lucide-react/icons/scale";
import Settings from "lucide-react/icons/settings";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { useMe } from "../api/use-me.ts";
import { formatNumber } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { actionOf, describeEvent } from "./describe-event.ts";

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
      {event.session === null ? (
        <span className="clip" title={text}>
          {text}
        </span>
      ) : (
        <Link className="clip" title={text} href={`/activity/sessions/${encodeURIComponent(event.session)}`}>
          {text}
        </Link>
      )}
      <RelativeTime time={event.time} />
    </li>
  );
}

type Look = { readonly icon: LucideIcon; readonly tone?: string };

const changes: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^version-published$/, Package],
  [/^approval-requested$/, ClipboardCheck],
  [/^approval-approved$/, CircleCheck],
  [/^(?:approval-rejected|revoked|revocation-lifted|version-yanked)$/, CircleSlash],
  [/^(?:un)?deployed$/, Rocket],
  [/^policy-/, Scale],
  [/^feedback-/, MessageSquare],
];

function lookOf(event: HubEvent): Look {
  const { kind, outcome } = event;
  if (kind === "hub-changed")
    return { icon: changes.find(([pattern]) => pattern.test(actionOf(event)))?.[1] ?? Settings };
  if (outcome === "denied") return { icon: CircleSlash, tone: "feed-bad" };
  if (outcome === "failed") return { icon: TriangleAlert, tone: "feed-warn" };
  if (kind === "skill-activated") return { icon: Zap, tone: "feed-good" };
  if (kind === "session-started") return { icon: CirclePlay };
  if (kind === "session-ended" || kind === "skill-deactivated") return { icon: CircleStop };
  return { icon: Check };
}

import type { HubEvent } from "@skillwright/core/registry";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CircleSlash from "lucide-react/icons/circle-slash";
import Dot from "lucide-react/icons/dot";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { formatDuration } from "../ui/format.ts";
import { OutcomeBadge } from "./event-row.tsx";
import type { Step } from "./session-steps.ts";

type TimelineProps = {
  readonly steps: readonly Step[];
  /** When the session began, and its length, in milliseconds. */
  readonly start: number;
  readonly length: number;
  readonly onOpen: (event: HubEvent) => void;
};

/** Steps one below the other, each with its place in the session's time. */
export function Timeline({ steps, start, length, onOpen }: TimelineProps): ReactNode {
  return (
    <ol className="timeline">
      {steps.map((step) => (
        <li key={step.event.leaf} className={step.isInside ? "timeline-inside" : undefined}>
          <StepRow {...{ step, start, length, onOpen }} />
        </li>
      ))}
    </ol>
  );
}

type StepRowProps = Omit<TimelineProps, "steps"> & { readonly step: Step };

function StepRow({ step, start, length, onOpen }: StepRowProps): ReactNode {
  const { title, detail, outcome, time, durationMs, event } = step;
  const { icon: Icon, tone } = lookOf(step);
  const share = (ms: number): string => `${Math.min(100, (ms / Math.max(1, length)) * 100)}%`;
  return (
    <button type="button" className="timeline-row" onClick={() => onOpen(event)}>
      <span className="number soft timeline-time">{formatOffset(time - start)}</span>
      <Icon size={16} className={`timeline-icon ${tone}`} aria-hidden />
      <span className="clip timeline-title">{title}</span>
      <span className="clip soft timeline-detail" title={detail}>
        {detail}
      </span>
      <span className="timeline-outcome">
        {outcome === "denied" || outcome === "failed" ? <OutcomeBadge outcome={outcome} /> : null}
      </span>
      <span className="timeline-track" aria-hidden>
        <span
          className={`timeline-bar ${tone}`}
          style={{ left: share(time - start), width: share(durationMs ?? 0) }}
        />
      </span>
      <span className="number soft timeline-took">
        {durationMs === undefined ? "" : formatDuration(durationMs)}
      </span>
    </button>
  );
}

/** Minutes and seconds since the start: 1:05. */
function formatOffset(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function lookOf({ kind, outcome }: Step): { readonly icon: LucideIcon; readonly tone: string } {
  if (outcome === "denied") return { icon: CircleSlash, tone: "tone-bad" };
  if (outcome === "failed") return { icon: TriangleAlert, tone: "tone-warn" };
  if (kind === "activation") return { icon: Zap, tone: "tone-accent" };
  return kind === "call" ? { icon: Check, tone: "tone-good" } : { icon: Dot, tone: "" };
}

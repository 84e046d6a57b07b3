import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useMe } from "../api/use-me.ts";
import { describeEvent } from "../home/describe-event.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDuration, formatExact } from "../ui/format.ts";
import { detailOf, fieldsOf, kindWords, outcomeWords, sourceOf, textOf } from "./event-words.ts";

type EventRowProps = {
  /** Undefined while its page loads. */
  readonly event: HubEvent | undefined;
  readonly names: PrincipalNames;
  readonly isOpen: boolean;
  readonly onOpen: (event: HubEvent) => void;
};

/** One entry of the log in one line. */
export function EventRow({ event, names, isOpen, onOpen }: EventRowProps): ReactNode {
  if (event === undefined) return <div className="event-row" aria-busy />;
  return <ReadRow {...{ event, names, isOpen, onOpen }} />;
}

type ReadRowProps = EventRowProps & { readonly event: HubEvent };

function ReadRow({ event, names, isOpen, onOpen }: ReadRowProps): ReactNode {
  const fields = fieldsOf(event);
  const { durationMs } = fields;
  const me = useMe()?.id;
  const said = event.kind === "hub-changed" ? describeEvent(event, { names, me }) : detailOf(fields);
  const detail = event.line === null ? "Erased" : said;
  return (
    <button
      type="button"
      className="event-row"
      aria-current={isOpen ? "true" : undefined}
      onClick={() => onOpen(event)}
    >
      <time dateTime={event.time} title={formatExact(Date.parse(event.time))}>
        {clock.format(Date.parse(event.time))}
      </time>
      <span className="clip event-kind">{kindWords(event.kind)}</span>
      <span className="event-outcome">
        {event.outcome === null || event.outcome === "ok" ? null : <OutcomeBadge outcome={event.outcome} />}
      </span>
      <span className="clip event-skill">{event.skill ?? ""}</span>
      <span className="clip mono event-tool">{textOf(fields.tool)}</span>
      <span className="clip soft event-detail" title={detail}>
        {event.kind !== "hub-changed" && event.skill !== null && (
          <span className="event-about">
            {[event.skill, textOf(fields.tool)].filter(Boolean).join(" · ")}{" "}
          </span>
        )}
        {detail}
      </span>
      <span className="clip soft event-agent" title={event.agent ?? ""}>
        {sourceOf(event, names)}
      </span>
      <span className="number soft event-duration">
        {typeof durationMs === "number" ? formatDuration(durationMs) : ""}
      </span>
    </button>
  );
}

export function EventRowHead(): ReactNode {
  return (
    <div className="event-row event-head" aria-hidden>
      <span>Time</span>
      <span className="event-kind">Event</span>
      <span className="event-outcome" />
      <span className="event-skill">Skill</span>
      <span className="event-tool">Tool</span>
      <span className="event-detail">Details</span>
      <span className="event-agent">By</span>
      <span className="event-duration">Took</span>
    </div>
  );
}

export function OutcomeBadge({ outcome }: { readonly outcome: string }): ReactNode {
  const tones = { ok: "good", denied: "bad", failed: "warn" } as const;
  const tone = outcome in tones ? tones[outcome as keyof typeof tones] : "neutral";
  return <Badge tone={tone}>{outcomeWords(outcome)}</Badge>;
}

const clock = new Intl.DateTimeFormat("en-US", {
  ...{ month: "short", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  hourCycle: "h23",
});

import type { SimulatedEvent, Simulation } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { EffectBadge } from "../calls/decision.tsx";
import { formatCount, formatNumber } from "../ui/format.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

/** What a policy would have changed, in one sentence and four numbers. */
export function SimulationSummary({ simulation }: { readonly simulation: Simulation }): ReactNode {
  const { activations, calls, events, isPartial } = simulation;
  return (
    <div className="simulation">
      <p className="simulation-sentence">{summarize(simulation)}</p>
      <dl className="simulation-numbers">
        <Figure title="Calls refused" value={calls.denied} of={calls.total} isBad />
        <Figure title="Calls that ask" value={calls.asked} of={calls.total} />
        <Figure title="Activations refused" value={activations.refused} of={activations.total} isBad />
        <Figure title="Activations to approve" value={activations.unapproved} of={activations.total} />
      </dl>
      <p className="simulation-note">
        {isPartial ? "The newest " : ""}
        {formatCount(events, "recorded event")} since <RelativeTime time={simulation.since} />
        {calls.allowed > 0 && `; ${formatCount(calls.allowed, "refused call")} would have run`}. Lists of
        skills are not part of it: the log does not have them.
      </p>
    </div>
  );
}

/** “Would have refused 14 calls and 2 activations since last month.” */
function summarize({ activations, calls }: Simulation): string {
  const refused = [
    ...(calls.denied > 0 ? [formatCount(calls.denied, "call")] : []),
    ...(activations.refused > 0 ? [formatCount(activations.refused, "activation")] : []),
  ];
  const asked = calls.asked + activations.unapproved;
  if (refused.length === 0 && asked === 0) return "Last month would have gone exactly the same.";
  const parts = [
    ...(refused.length === 0 ? [] : [`would have refused ${refused.join(" and ")}`]),
    ...(asked === 0 ? [] : [`would have asked a person ${formatCount(asked, "time")}`]),
  ];
  return `Last month it ${parts.join(", and ")}.`;
}

type FigureProps = {
  readonly title: string;
  readonly value: number;
  readonly of: number;
  readonly isBad?: boolean;
};

function Figure({ title, value, of: total, isBad = false }: FigureProps): ReactNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong className={isBad && value > 0 ? "simulation-bad" : undefined}>{formatNumber(value)}</strong>
        <span> of {formatNumber(total)}</span>
      </dd>
    </div>
  );
}

/** Which calls and activations: the newest of them. */
export function SimulatedEvents({ simulation: { samples } }: { readonly simulation: Simulation }): ReactNode {
  if (samples.length === 0)
    return (
      <EmptyState isSmall title="Nothing would have been different">
        No recorded call or activation would have been refused or asked about.
      </EmptyState>
    );
  return (
    <Table
      caption="Calls and activations that would have gone differently, the newest first"
      rows={samples.map((sample, index) => ({ ...sample, key: String(index) }))}
      keyOf={({ key }) => key}
      columns={[
        { title: "What", cell: (row) => <Subject event={row} /> },
        { title: "Then", cell: ({ effect }) => <EffectBadge effect={effect} /> },
        { title: "Why", cell: ({ reason }) => <span className="simulation-why">{reasonWords(reason)}</span> },
        { title: "Skill", cell: ({ skill }) => skill },
        { title: "Agent", cell: ({ agent }) => agent },
        { title: "When", cell: ({ time }) => <RelativeTime time={time} /> },
      ]}
    />
  );
}

function Subject({ event: { what, subject } }: { readonly event: SimulatedEvent }): ReactNode {
  const shown = what === "activation" ? "Activation" : <code>{callWords(subject)}</code>;
  return (
    <span className="simulation-subject" title={subject}>
      {shown}
    </span>
  );
}

/** `Read {"file_path":"a.txt"}` is `Read a.txt`. */
function callWords(subject: string): string {
  const at = subject.indexOf(" {");
  if (at < 0) return subject;
  try {
    const values = Object.values(JSON.parse(subject.slice(at + 1)));
    return [subject.slice(0, at), ...values.filter((one) => typeof one === "string")].join(" ");
  } catch {
    return subject;
  }
}

const reasons: Readonly<Record<string, string>> = {
  "denied-by-rule": "Denied by",
  "asked-by-rule": "Approval by",
  "allowed-by-rule": "Allowed by",
  "not-on-the-list": "Not on the list",
  "cannot-be-read": "May match",
  "by-default": "No rule matches:",
};

/** `denied-by-rule: Bash(git push:*)` in words; reasons about versions are sentences already. */
function reasonWords(reason: string): ReactNode {
  const at = reason.indexOf(": ");
  const words = at < 0 ? undefined : reasons[reason.slice(0, at)];
  if (words === undefined) return reason.charAt(0).toUpperCase() + reason.slice(1);
  return (
    <>
      {words} <code>{reason.slice(at + 2)}</code>
    </>
  );
}

import type { UsageOverview, UsageSeries } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { LineChart } from "../charts/line-chart.tsx";
import { Card } from "../ui/card.tsx";
import { Select } from "../ui/field.tsx";
import { agentName } from "../ui/principal-name.ts";

type OverTimeProps = {
  readonly data: UsageOverview;
  readonly by: string;
  readonly onBy: (by: string) => void;
};

const splits = [
  { value: "all", label: "All together" },
  { value: "team", label: "By team" },
  { value: "agent", label: "By agent" },
  { value: "outcome", label: "Calls by outcome" },
];

/** Activations over time, whole or split into the most active ones and the rest. */
export function OverTime({ data, by, onBy }: OverTimeProps): ReactNode {
  const split = splits.some(({ value }) => value === by) ? by : "all";
  const choose = <Select isInline label="Split" value={split} options={splits} onChange={onBy} />;
  const title = split === "outcome" ? "Calls over time" : "Activations over time";
  return (
    <Card title={title} actions={choose}>
      <LineChart title={title} labels={labelsOf(data)} series={seriesOf(data, split)} />
    </Card>
  );
}

type Line = { readonly name: string; readonly values: readonly number[] };

function seriesOf({ counts, teamSeries, agentSeries, names }: UsageOverview, split: string): readonly Line[] {
  const all = counts.map(({ activations }) => activations);
  if (split === "team") return withRest(teamSeries, all, "Other teams");
  if (split === "agent") {
    const named = agentSeries.map((one) => ({ ...one, name: agentName(one.name, names) }));
    return withRest(named, all, "Other agents");
  }
  if (split === "outcome")
    return [
      { name: "Done", values: counts.map(({ calls, failures }) => calls - failures) },
      { name: "Refused", values: counts.map(({ denials }) => denials) },
      { name: "Failed", values: counts.map(({ failures }) => failures) },
    ];
  return [{ name: "Activations", values: all }];
}

function withRest(series: readonly UsageSeries[], all: readonly number[], name: string): readonly Line[] {
  const rest = all.map((total, at) =>
    Math.max(0, total - series.reduce((sum, { activations }) => sum + (activations[at] ?? 0), 0)),
  );
  return [
    ...series.map((one) => ({ name: one.name === "" ? "No team" : one.name, values: one.activations })),
    ...(rest.some((value) => value > 0) ? [{ name, values: rest }] : []),
  ];
}

/** The hub counts whole days in UTC; hours are shown in the time of the reader. */
function labelsOf({ times, unit }: UsageOverview): readonly string[] {
  const format = unit === "day" ? dayFormat : hourFormat;
  return times.map((time) => format.format(Date.parse(time)));
}

const dayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const hourFormat = new Intl.DateTimeFormat("en-US", {
  ...{ day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
});

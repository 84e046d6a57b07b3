import type { HourlyUsage } from "@skillwright/core/registry";
import ChartLine from "lucide-react/icons/chart-line";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { LineChart } from "../charts/line-chart.tsx";
import { Card } from "../ui/card.tsx";
import { Select } from "../ui/field.tsx";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { TabProps } from "./skill-tabs.tsx";
import { type DayUsage, toDays } from "./usage-days.ts";

const periods = ["7", "30", "90"].map((days) => ({ value: days, label: `Last ${days} days` }));

/** How often the skill was activated, refused and failing, day by day, and how long its calls took. */
export function Usage({ skill, state, setState }: TabProps): ReactNode {
  const days = periods.some(({ value }) => value === state.days) ? state.days : "30";
  const usage = useHub(
    "GET /api/v1/usage/{name}",
    { params: { name: skill.name }, query: { days } },
    { keepsPrevious: true },
  );
  return (
    <Card
      title="Use over time"
      actions={
        <Select
          {...{ isInline: true, label: "Period", value: days, options: periods }}
          onChange={(value) => setState({ days: value })}
        />
      }
    >
      <Loaded of={usage} isSmall>
        {(answer) => <Charts usage={answer} now={Date.now()} />}
      </Loaded>
    </Card>
  );
}

function Charts({ usage, now }: { readonly usage: HourlyUsage; readonly now: number }): ReactNode {
  if (usage.hours.length === 0)
    return (
      <EmptyState icon={ChartLine} isSmall title={`Not used in the last ${usage.days} days`}>
        Agents report what they do with their audit logs. Those that are not connected to this hub are not
        counted.
      </EmptyState>
    );
  const days = toDays(usage, now);
  const labels = days.map(({ label }) => label);
  const pick = (read: (day: DayUsage) => number): readonly number[] => days.map(read);
  return (
    <div className="skill-stack">
      <Totals days={days} />
      <div className="usage-grid">
        <div className="usage-charts">
          <h3>Activations and calls by day</h3>
          <LineChart
            title={`Use of ${usage.skill}`}
            labels={labels}
            series={[
              { name: "Activations", values: pick((day) => day.activations) },
              { name: "Refused calls", values: pick((day) => day.denials) },
              { name: "Failed calls", values: pick((day) => day.failures) },
            ]}
          />
        </div>
        <div className="usage-charts">
          <h3>Mean duration of a call by day</h3>
          <LineChart
            title={`Call durations of ${usage.skill}`}
            labels={labels}
            series={[{ name: "Milliseconds", values: pick((day) => day.meanMs) }]}
          />
        </div>
      </div>
    </div>
  );
}

function Totals({ days }: { readonly days: readonly DayUsage[] }): ReactNode {
  const sum = (read: (day: DayUsage) => number): number => days.reduce((all, day) => all + read(day), 0);
  const calls = sum((day) => day.calls);
  const mean = calls === 0 ? 0 : sum((day) => day.durationMs) / calls;
  const totals = [
    { title: "Activations", value: formatNumber(sum((day) => day.activations)) },
    { title: "Calls", value: formatNumber(calls) },
    { title: "Refused", value: formatNumber(sum((day) => day.denials)) },
    { title: "Failed", value: formatNumber(sum((day) => day.failures)) },
    { title: "Mean duration", value: calls === 0 ? "–" : formatDuration(mean) },
  ];
  return (
    <dl className="usage-totals">
      {totals.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

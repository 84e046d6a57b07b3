import type { CatalogReport, UsageOverview } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { ruleWords } from "../activity/event-words.ts";
import { useHub } from "../api/use-hub.ts";
import { BarChart } from "../charts/bar-chart.tsx";
import { useUrlState } from "../state/use-url-state.ts";
import { Card } from "../ui/card.tsx";
import { Select } from "../ui/field.tsx";
import { formatCount, formatDuration, formatNumber } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { agentName } from "../ui/principal-name.ts";
import { EmptyState, Skeleton } from "../ui/states.tsx";
import "./analytics-page.css";
import { CatalogCards } from "./catalog-cards.tsx";
import { OverTime } from "./over-time.tsx";
import { SkillTable } from "./skill-table.tsx";

const ranges = [
  { value: "1", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
];
const defaults = { days: "30", by: "all" };

/** How skills are used, what stops them, and which of them are not worth their place. */
export function AnalyticsPage(): ReactNode {
  const [state, setState] = useUrlState(defaults);
  const days = ranges.some(({ value }) => value === state.days) ? state.days : defaults.days;
  const overview = useHub("GET /api/v1/usage-overview", { query: { days } }, { keepsPrevious: true });
  const report = useHub("GET /api/v1/catalog-report", { query: { days } }, { keepsPrevious: true });
  return (
    <Page
      title="Analytics"
      description="How skills are used, what stops them, and which are not worth their place."
      actions={
        <Select
          isInline
          label="Time"
          value={days}
          options={ranges}
          onChange={(value) => setState({ days: value }, { isStep: true })}
        />
      }
    >
      <Loaded of={overview} loading={<Skeleton lines={8} />}>
        {(data) => <Overview {...{ data, by: state.by }} onBy={(by) => setState({ by })} />}
      </Loaded>
      <Loaded of={report} loading={<Skeleton lines={6} />}>
        {(data: CatalogReport) => <CatalogCards report={data} />}
      </Loaded>
    </Page>
  );
}

type OverviewProps = {
  readonly data: UsageOverview;
  readonly by: string;
  readonly onBy: (by: string) => void;
};

function Overview({ data, by, onBy }: OverviewProps): ReactNode {
  const { totals, agents, teams, rules, slow, failing, names } = data;
  if (totals.activations + totals.calls + totals.denials === 0)
    return (
      <EmptyState title="No use in this time">
        Agents that sign in with <code>skillwright login</code> and sync report what they use. Choose a longer
        time to see earlier use.
      </EmptyState>
    );
  return (
    <>
      <Totals totals={totals} />
      <div className="analytics-top">
        <OverTime {...{ data, by, onBy }} />
        <div className="analytics-stack">
          <Users {...{ teams, agents, names }} />
        </div>
      </div>
      <div className="analytics-columns analytics-pairs">
        <Card title="Refused calls by rule">
          {rules.length === 0 ? (
            <EmptyState title="No call was refused" isSmall />
          ) : (
            <BarChart
              title="Refused calls by skill and rule"
              measure="Refused calls"
              bars={rules.slice(0, most).map(({ skill, layer, rule, calls }) => ({
                name: `${skill || "No skill"}: ${ruleWords(layer, rule)}`,
                value: calls,
              }))}
            />
          )}
        </Card>
        <SkillTable
          title="Slowest skills"
          empty="No call took any time"
          skills={slow.slice(0, most)}
          measures={[
            { name: "Mean", value: ({ meanMs }) => meanMs, show: formatDuration },
            { name: "Calls", value: ({ calls }) => calls },
          ]}
        />
        <SkillTable
          title="Failing skills"
          empty="No call failed"
          skills={failing.slice(0, most)}
          measures={[
            { name: "Failed", value: ({ failures }) => failures },
            {
              name: "Share, %",
              value: ({ failures, calls }) => Math.round((failures / Math.max(1, calls)) * 1000) / 10,
              show: (share) => share.toFixed(1),
            },
          ]}
        />
        <SkillTable
          title="Most refused skills"
          empty="No call was refused"
          skills={data.denied.slice(0, most)}
          measures={[
            { name: "Refused", value: ({ denials }) => denials },
            { name: "Calls", value: ({ calls }) => calls },
          ]}
        />
      </div>
    </>
  );
}

const most = 8;

function Users({ teams, agents, names }: Pick<UsageOverview, "teams" | "agents" | "names">): ReactNode {
  return (
    <>
      <Card title="By team">
        <BarChart
          title="Activations by team"
          measure="Activations"
          bars={teams
            .slice(0, most)
            .map(({ name, activations }) => ({ name: teamWords(name), value: activations }))}
        />
      </Card>
      <Card title="By agent">
        <BarChart
          title="Activations by agent"
          measure="Activations"
          bars={agents
            .slice(0, most)
            .map(({ name, activations }) => ({ name: agentName(name, names), value: activations }))}
        />
      </Card>
    </>
  );
}

export function teamWords(name: string): string {
  return name === "" ? "No team" : name;
}

function Totals({ totals }: { readonly totals: UsageOverview["totals"] }): ReactNode {
  const { activations, skills, agents, calls, denials, failures, meanMs } = totals;
  const share = (part: number, whole: number): string =>
    whole === 0 ? "" : `${((part / whole) * 100).toFixed(1)}%`;
  const tiles: readonly (readonly [string, string, string])[] = [
    ["Activations", formatNumber(activations), `of ${formatCount(skills, "skill")}`],
    ["Tool calls", formatNumber(calls), `by ${formatCount(agents, "agent")}`],
    ["Refused calls", formatNumber(denials), share(denials, calls + denials)],
    ["Failed calls", formatNumber(failures), share(failures, calls)],
    ["Mean duration", formatDuration(meanMs), "a call"],
  ];
  return (
    <dl className="analytics-totals">
      {tiles.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong className="number">{value}</strong> <span className="soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from "react";
import { formatCompact, formatNumber } from "../ui/format.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { linePath, niceTicks, toPoints } from "./scale.ts";

type Series = {
  readonly name: string;
  /** One for each label. */
  readonly values: readonly number[];
};

type LineChartProps = {
  readonly title: string;
  /** Points in time, in words. */
  readonly labels: readonly string[];
  /** At most four, each with a color. */
  readonly series: readonly Series[];
};

const size = { width: 720, height: 200, left: 40, bottom: 22, top: 8 } as const;
const inner = { width: size.width - size.left, height: size.height - size.bottom - size.top } as const;

/** Numbers over time. */
export function LineChart({ title, labels, series }: LineChartProps): ReactNode {
  const ticks = niceTicks(Math.max(0, ...series.flatMap(({ values }) => values)));
  const largest = ticks.at(-1) ?? 1;
  const legend = (
    <ul className="chart-legend">
      {series.map(({ name }, index) => (
        <li key={name} className={`series-${index + 1}`}>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
  const rows = labels.map((label, at) => [label, ...series.map(({ values }) => values[at] ?? 0)]);
  return (
    <ChartFrame title={title} head={["Time", ...series.map(({ name }) => name)]} rows={rows} legend={legend}>
      <svg className="chart-svg" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title}>
        <Grid ticks={ticks} labels={labels} />
        <g transform={`translate(${size.left} ${size.top})`}>
          {series.map(({ name, values }, index) => (
            <Line key={name} index={index} points={toPoints(values, { ...inner, largest })} />
          ))}
          <Columns labels={labels} series={series} />
        </g>
      </svg>
    </ChartFrame>
  );
}

function Line({ index, points }: { index: number; points: ReturnType<typeof toPoints> }): ReactNode {
  const path = linePath(points);
  return (
    <g className={`series-${index + 1}`}>
      {index === 0 && (
        <path className="chart-area" d={`${path}L${inner.width} ${inner.height}L0 ${inner.height}Z`} />
      )}
      <path className="chart-line" d={path} />
    </g>
  );
}

function Grid({ ticks, labels }: { ticks: readonly number[]; labels: readonly string[] }): ReactNode {
  const largest = ticks.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(labels.length / 7));
  const step = labels.length > 1 ? inner.width / (labels.length - 1) : 0;
  return (
    <g aria-hidden>
      {ticks.map((tick) => {
        const y = size.top + inner.height - (tick / largest) * inner.height;
        return (
          <g key={tick}>
            <line className="chart-grid" x1={size.left} x2={size.width} y1={y} y2={y} />
            <text className="chart-text" x={size.left - 8} y={y + 4} textAnchor="end">
              {formatCompact(tick)}
            </text>
          </g>
        );
      })}
      {labels.map((label, index) =>
        index % every === 0 ? (
          <text key={label} className="chart-text" x={size.left + index * step} y={size.height - 4}>
            {label}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** Invisible columns that show the numbers of a point on hover. */
function Columns({ labels, series }: Pick<LineChartProps, "labels" | "series">): ReactNode {
  const step = labels.length > 1 ? inner.width / (labels.length - 1) : inner.width;
  return labels.map((label, at) => (
    <rect key={label} className="chart-hit" x={(at - 0.5) * step} width={step} y={0} height={inner.height}>
      <title>
        {[label, ...series.map(({ name, values }) => `${name}: ${formatNumber(values[at] ?? 0)}`)].join("\n")}
      </title>
    </rect>
  ));
}

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
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

const margins = { left: 40, bottom: 22, top: 8, right: 8 } as const;
const height = 200;
/** Room for a label like `Nov 15` and the space beside it. */
const labelWidth = 72;

type Box = { readonly width: number; readonly height: number };

/** Numbers over time, drawn in the pixels that there are: text has one size on phones and on wide screens. */
export function LineChart({ title, labels, series }: LineChartProps): ReactNode {
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(svg);
  const box = {
    width: Math.max(1, width - margins.left - margins.right),
    height: height - margins.bottom - margins.top,
  };
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
      <svg ref={svg} className="chart-svg" height={height} role="img" aria-label={title}>
        <g transform={`translate(${margins.left} ${margins.top})`}>
          <Grid ticks={ticks} labels={labels} box={box} />
          {series.map(({ name, values }, index) => (
            <Line key={name} index={index} box={box} points={toPoints(values, { ...box, largest })} />
          ))}
          <Columns labels={labels} series={series} box={box} />
        </g>
      </svg>
    </ChartFrame>
  );
}

/** How wide an element is, as long as it is shown. */
function useWidth(element: { readonly current: Element | null }): number {
  const [width, setWidth] = useState(720);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setWidth(current.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  });
  return width;
}

type LineProps = { readonly index: number; readonly points: ReturnType<typeof toPoints>; readonly box: Box };

function Line({ index, points, box }: LineProps): ReactNode {
  const path = linePath(points);
  const [only] = points;
  return (
    <g className={`series-${index + 1}`}>
      {points.length === 1 && only !== undefined ? (
        <circle className="chart-point" cx={only.x} cy={only.y} r={4} />
      ) : (
        <>
          {index === 0 && (
            <path className="chart-area" d={`${path}L${box.width} ${box.height}L0 ${box.height}Z`} />
          )}
          <path className="chart-line" d={path} />
        </>
      )}
    </g>
  );
}

type GridProps = { readonly ticks: readonly number[]; readonly labels: readonly string[]; readonly box: Box };

function Grid({ ticks, labels, box }: GridProps): ReactNode {
  const largest = ticks.at(-1) ?? 1;
  const room = Math.max(1, Math.floor(box.width / labelWidth));
  const every = Math.max(1, Math.ceil(labels.length / room));
  const step = stepOf(labels, box);
  return (
    <g aria-hidden>
      {ticks.map((tick) => {
        const y = box.height - (tick / largest) * box.height;
        return (
          <g key={tick}>
            <line className="chart-grid" x1={0} x2={box.width} y1={y} y2={y} />
            <text className="chart-text" x={-8} y={y + 4} textAnchor="end">
              {formatCompact(tick)}
            </text>
          </g>
        );
      })}
      {labels.map((label, index) =>
        // The last ones would stand out over the edge.
        index % every === 0 && (index === 0 || index * step <= box.width - labelWidth / 2) ? (
          <text
            key={label}
            className="chart-text"
            x={index * step}
            y={box.height + 18}
            textAnchor={index === 0 ? "start" : "middle"}
          >
            {label}
          </text>
        ) : null,
      )}
    </g>
  );
}

function stepOf(labels: readonly string[], { width }: Box): number {
  return labels.length > 1 ? width / (labels.length - 1) : width;
}

type ColumnsProps = Pick<LineChartProps, "labels" | "series"> & { readonly box: Box };

/** Invisible columns that show the numbers of a point on hover. */
function Columns({ labels, series, box }: ColumnsProps): ReactNode {
  const step = stepOf(labels, box);
  return labels.map((label, at) => (
    <rect key={label} className="chart-hit" x={(at - 0.5) * step} width={step} y={0} height={box.height}>
      <title>
        {[label, ...series.map(({ name, values }) => `${name}: ${formatNumber(values[at] ?? 0)}`)].join("\n")}
      </title>
    </rect>
  ));
}

import type { ReactNode } from "react";
import { formatNumber } from "../ui/format.ts";
import { ChartFrame } from "./chart-frame.tsx";

type Bar = { readonly name: string; readonly value: number; readonly label?: ReactNode };

type BarChartProps = {
  readonly title: string;
  /** What the numbers count: `Activations`. */
  readonly measure: string;
  readonly bars: readonly Bar[];
};

/** Numbers of things, the largest as wide as there is room. */
export function BarChart({ title, measure, bars }: BarChartProps): ReactNode {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ChartFrame
      title={title}
      head={["Name", measure]}
      rows={bars.map(({ name, value }) => [name, value])}
      legend={<span className="chart-measure">{measure}</span>}
    >
      <ul className="bars">
        {bars.map(({ name, value, label }) => (
          <li key={name}>
            <span className="clip">{label ?? name}</span>
            <span className="bar-track series-1" aria-hidden>
              <span className="bar-fill" style={{ display: "block", width: `${(value / largest) * 100}%` }} />
            </span>
            <span className="number">{formatNumber(value)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

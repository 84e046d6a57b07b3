import type { ReactNode } from "react";
import "./chart.css";
import { linePath, toPoints } from "./scale.ts";

type SparklineProps = {
  readonly values: readonly number[];
  /** What the line says, in words. */
  readonly label: string;
};

/** The shape of numbers in a line of text. */
export function Sparkline({ values, label }: SparklineProps): ReactNode {
  const box = { width: 96, height: 20, largest: Math.max(1, ...values) };
  return (
    <svg className="sparkline series-1" viewBox="-1 -2 98 24" role="img" aria-label={label}>
      <path className="chart-line" d={linePath(toPoints(values, box))} />
    </svg>
  );
}

import { formatNumber } from "@skillwright/core/text";
import type { Metric } from "./benchmark.ts";

/** The names of the metrics on the page. */
export const metricTitles: Readonly<Record<Metric, string>> = {
  passRate: "Pass rate",
  timeSeconds: "Time",
  tokens: "Tokens",
};

/** Formats a value with its unit. */
export function formatMetric(value: number, metric: Metric): string {
  if (metric === "passRate") return formatShare(value);
  if (metric === "tokens") return formatNumber(Math.round(value));
  return value < 100 ? `${value.toFixed(1)} s` : `${formatNumber(Math.round(value))} s`;
}

/** Formats a difference with its sign and unit; percentages differ by points. */
export function formatDifference(value: number, metric: Metric): string {
  const size = Math.abs(value);
  const amount = metric === "passRate" ? toPoints(size) : formatMetric(size, metric);
  const isNothing = !/[1-9]/.test(amount);
  if (isNothing) return `±${amount}`;
  return `${value < 0 ? "−" : "+"}${amount}`;
}

function toPoints(share: number): string {
  const points = Math.round(share * 100);
  return `${points} ${points === 1 ? "point" : "points"}`;
}

export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

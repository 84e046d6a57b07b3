/** Counters and gauges in Prometheus' text format. */
export type Metrics = {
  count(name: string, labels?: Labels, by?: number): void;
  /** A value that is read when the metrics are. */
  gauge(name: string, read: () => number): void;
  /** A duration in seconds; gives `NAME_count` and `NAME_sum`. */
  observe(name: string, seconds: number, labels?: Labels): void;
  text(): string;
};

type Labels = Readonly<Record<string, string>>;

/** Names get the prefix `skillwright_hub_`. Labels must come from small sets: routes, statuses, kinds. */
export function createMetrics(): Metrics {
  const counters = new Map<string, number>();
  const gauges = new Map<string, () => number>();
  const add = (name: string, labels: Labels, by: number): void => {
    const key = `${prefix}${name}${format(labels)}`;
    counters.set(key, (counters.get(key) ?? 0) + by);
  };
  return {
    count: (name, labels = {}, by = 1) => add(`${name}_total`, labels, by),
    gauge: (name, read) => void gauges.set(`${prefix}${name}`, read),
    observe: (name, seconds, labels = {}) => {
      add(`${name}_count`, labels, 1);
      add(`${name}_sum`, labels, seconds);
    },
    text: () =>
      [
        ...[...counters].map(([key, value]) => `${key} ${value}\n`),
        ...[...gauges].map(([key, read]) => `${key} ${read()}\n`),
      ]
        .toSorted()
        .join(""),
  };
}

const prefix = "skillwright_hub_";

function format(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

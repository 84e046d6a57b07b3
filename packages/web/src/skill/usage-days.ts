import type { HourlyUsage } from "@skillwright/core/registry";

export type DayUsage = {
  readonly label: string;
  readonly activations: number;
  readonly denials: number;
  readonly failures: number;
  readonly calls: number;
  readonly durationMs: number;
  readonly meanMs: number;
};

const dayMs = 86_400_000;
const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** One entry a day (UTC), also for days without use, the last one today. */
export function toDays(
  { hours, days }: Pick<HourlyUsage, "hours" | "days">,
  now: number,
): readonly DayUsage[] {
  const today = Math.floor(now / dayMs);
  const byDay = Map.groupBy(hours, ({ time }) => Math.floor(Date.parse(time) / dayMs));
  return Array.from({ length: days }, (_, index) => today - days + 1 + index).map((day) => {
    const found = byDay.get(day) ?? [];
    const sum = (read: (hour: HourlyUsage["hours"][number]) => number): number =>
      found.reduce((all, hour) => all + read(hour), 0);
    const [calls, durationMs] = [sum((hour) => hour.calls), sum((hour) => hour.durationMs)];
    return {
      label: format.format(day * dayMs),
      ...{ activations: sum((hour) => hour.activations), denials: sum((hour) => hour.denials) },
      ...{ failures: sum((hour) => hour.failures), calls, durationMs },
      meanMs: calls === 0 ? 0 : Math.round(durationMs / calls),
    };
  });
}

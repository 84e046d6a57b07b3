import { type Benchmark, rolesOf } from "../formats/benchmark.ts";
import type { ReportConfiguration } from "./report-data.ts";

/** The configurations of a benchmark: the subject, its baseline, then the others by name. */
export function configurationsOf({
  runs,
  summary,
}: Pick<Benchmark, "runs" | "summary">): readonly ReportConfiguration[] {
  const names = new Set([...Object.keys(summary), ...runs.map(({ configuration }) => configuration)]);
  const { subject, baseline } = rolesOf(names);
  const roleOf = (name: string): ReportConfiguration["role"] => {
    if (name === subject) return "subject";
    return name === baseline ? "baseline" : "other";
  };
  return [...names]
    .map((name) => ({ name, label: labelOf(name), role: roleOf(name) }))
    .toSorted(
      (one, other) => roles.indexOf(one.role) - roles.indexOf(other.role) || (one.name < other.name ? -1 : 1),
    );
}

const roles: readonly ReportConfiguration["role"][] = ["subject", "baseline", "other"];

const labels: ReadonlyMap<string, string> = new Map([
  ["with_skill", "With skill"],
  ["without_skill", "Without skill"],
  ["new_skill", "New version"],
  ["old_skill", "Old version"],
]);

function labelOf(name: string): string {
  return labels.get(name) ?? name.replaceAll("_", " ");
}

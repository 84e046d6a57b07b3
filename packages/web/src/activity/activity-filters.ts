import { useState } from "react";

/** What narrows the log, as the address has it. */
const noFilters = {
  ...{ outcome: "", kind: "", skill: "", tool: "", agent: "", user: "", session: "" },
};
export const activityDefaults = { ...noFilters, range: "", from: "", to: "", entry: "" };
export type ActivityState = typeof activityDefaults;
export type FilterName = keyof typeof noFilters;

export const filterTitles: Readonly<Record<FilterName, string>> = {
  ...{ outcome: "Outcome", kind: "Event", skill: "Skill", tool: "Tool", agent: "Agent" },
  ...{ user: "User", session: "Session" },
};

export const ranges: readonly { readonly value: string; readonly label: string; readonly hours?: number }[] =
  [
    { value: "", label: "Any time" },
    { value: "1h", label: "Last hour", hours: 1 },
    { value: "24h", label: "Last 24 hours", hours: 24 },
    { value: "7d", label: "Last 7 days", hours: 168 },
    { value: "30d", label: "Last 30 days", hours: 720 },
    { value: "custom", label: "From … to …" },
  ];

/** The query of the hub's routes. The start of a relative range stays the same until the range changes, so that answers can be kept. */
export function useActivityQuery(state: ActivityState): Readonly<Record<string, string>> {
  const { range, from, to, entry: _, ...filters } = state;
  const [opened] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const hours = ranges.find(({ value }) => value === range)?.hours;
  const times =
    hours === undefined
      ? { from: range === "custom" ? toTime(from) : "", to: range === "custom" ? toTime(to) : "" }
      : { from: new Date(opened - hours * 3_600_000).toISOString(), to: "" };
  return Object.fromEntries(Object.entries({ ...filters, ...times }).filter(([, value]) => value !== ""));
}

/** A local time of a form as the hub wants it; empty if it is none. */
function toTime(local: string): string {
  const time = Date.parse(local);
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}

export function isNarrowed(state: ActivityState): boolean {
  return Object.entries(activityDefaults).some(
    ([name, value]) => name !== "entry" && state[name as keyof ActivityState] !== value,
  );
}

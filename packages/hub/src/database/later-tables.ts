import type { TablePlan } from "./first-tables.ts";

// What later versions have added; `tables.ts` says what the columns mean.

/** Columns of `events` that were added after its table. */
export const addedColumns: { readonly events: TablePlan["columns"] } = { events: { tool: "text?" } };

export const refusedCalls: TablePlan = {
  columns: { tenant: "text", hour: "integer", skill: "text", layer: "text", rule: "text", calls: "integer" },
  key: ["tenant", "hour", "skill", "layer", "rule"],
};

export const agentOwners: TablePlan = {
  columns: { tenant: "text", id: "text", owner: "text" },
  key: ["tenant", "id"],
};

export const dailyRollups: TablePlan = {
  columns: {
    ...{ tenant: "text", day: "integer", skill: "text", agent: "text", activations: "integer" },
    ...{ refusals: "integer", calls: "integer", denials: "integer", failures: "integer" },
    duration_ms: "integer",
  },
  key: ["tenant", "day", "skill", "agent"],
};

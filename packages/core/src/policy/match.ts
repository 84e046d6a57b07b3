/** Whether a rule means something: surely, surely not, or nobody can say. */
export type Match = "yes" | "no" | "unknown";

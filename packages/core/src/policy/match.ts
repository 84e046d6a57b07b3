/** Whether a rule matches: certainly, certainly not, or undecidable. */
export type Match = "yes" | "no" | "unknown";

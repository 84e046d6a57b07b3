/** What may happen to a tool call, from open to closed. */
export type Effect = "allow" | "ask" | "deny";

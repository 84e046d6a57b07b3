/** What may happen to a tool call, from open to shut. */
export type Effect = "allow" | "ask" | "deny";

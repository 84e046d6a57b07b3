/** One line of JSON an event, without secrets: no headers, no queries, no bodies, no addresses with tokens. */
export type HubLog = (entry: LogEntry) => void;

type LogEntry = {
  readonly level: "info" | "warning" | "error";
  readonly event: string;
  readonly [field: string]: string | number | boolean | undefined;
};

/** Writes entries with their time, each as one line. */
export function createLog(write: (line: string) => void, now: () => number): HubLog {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`);
}

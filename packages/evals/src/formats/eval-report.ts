/** The results of a UAAPS package's evals: `evals/reports/TIMESTAMP.json`. */
export type EvalReport = {
  readonly id: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly durationSeconds: number;
  readonly config: {
    readonly engine: string;
    readonly engineVersion?: string;
    readonly judge?: string;
    readonly timeoutSeconds?: number;
  };
  readonly agent: {
    readonly runtime: string;
    readonly runtimeVersion?: string;
    readonly model?: string;
    readonly modelProvider?: string;
    readonly sessionId?: string;
  };
  readonly judge: { readonly model?: string; readonly modelProvider?: string };
  /** Versions and the machine, by name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly package: { readonly name: string; readonly version?: string };
  readonly cases: readonly ReportCase[];
};

export type Verdict = "PASS" | "FAIL" | "SKIP";
export type CheckName = "contains" | "not_contains" | "files_created" | "agent_blocked";

export type ReportCase = {
  readonly name: string;
  readonly target?: string;
  readonly verdict: Verdict;
  readonly durationSeconds?: number;
  /** Only the checks that the case defines. */
  readonly checks: Readonly<Partial<Record<CheckName, Exclude<Verdict, "SKIP">>>>;
  /** Absent when a mechanical check failed first. */
  readonly judged?: {
    readonly result: Exclude<Verdict, "SKIP">;
    readonly reason: string;
    readonly model?: string;
  };
  /** The agent's answer; only the beginning is written. */
  readonly output?: string;
  readonly error?: string;
};

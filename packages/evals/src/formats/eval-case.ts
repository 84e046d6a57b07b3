/** Settings for the evals of a UAAPS package: `evals/eval-config.json`. */
export type EvalConfig = {
  readonly engine: EvalEngine;
  readonly timeoutSeconds: number;
  /** The judge model; the engine's model when absent. */
  readonly judge?: string;
  readonly sandbox: {
    readonly network: boolean;
    /** Writable folders of the workspace; empty means all of it. */
    readonly writablePaths: readonly string[];
  };
  readonly environment: Readonly<Record<string, string>>;
};

export type EvalEngine = "claude-code" | "codex";

/** One eval of a UAAPS package: `evals/cases/*.yaml`. */
export type EvalCase = {
  readonly name: string;
  readonly description?: string;
  readonly target?: EvalTarget;
  readonly input: {
    readonly prompt: string;
    /** Fixtures to copy, relative to `evals/`. */
    readonly files: readonly string[];
    /** Files that exist in the workspace beforehand, by their paths there. */
    readonly workspaceFiles: readonly string[];
  };
  readonly expected: {
    readonly contains: readonly string[];
    readonly notContains: readonly string[];
    readonly filesCreated: readonly string[];
    /** Whether a hook must have blocked the agent; not checked when absent. */
    readonly agentBlocked?: boolean;
  };
  /** The judge's criteria. */
  readonly criteria: string;
};

export type EvalTarget = { readonly kind: "skill" | "hook" | "agent"; readonly name: string };

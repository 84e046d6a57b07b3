/** How the evals of a UAAPS package are run: `evals/eval-config.json`. */
export type EvalConfig = {
  readonly engine: EvalEngine;
  readonly timeoutSeconds: number;
  /** The model that judges; that of the engine when nothing is said. */
  readonly judge?: string;
  readonly sandbox: {
    readonly network: boolean;
    /** Folders of the workspace that may be written to; empty when all of it may. */
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
    /** Fixtures that are copied, relative to `evals/`. */
    readonly files: readonly string[];
    /** Files that are in the workspace before, by their paths there. */
    readonly workspaceFiles: readonly string[];
  };
  readonly expected: {
    readonly contains: readonly string[];
    readonly notContains: readonly string[];
    readonly filesCreated: readonly string[];
    /** Whether a hook must have stopped the agent; nothing is expected when absent. */
    readonly agentBlocked?: boolean;
  };
  /** What the judge goes by. */
  readonly criteria: string;
};

export type EvalTarget = { readonly kind: "skill" | "hook" | "agent"; readonly name: string };

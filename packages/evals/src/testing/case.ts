import type { Range } from "@skillwright/core";
import type { Plain, SkillHookEvent } from "@skillwright/core/parse";
import type { TestFailure } from "./failure.ts";

/** Settings for all cases of a skill: `tests/test-config.json`. */
export type TestConfig = {
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** One case: a command of the skill as in UAAPS, or an event for its hooks, and the expected result. */
export type TestCase = {
  readonly name: string;
  readonly description?: string;
  readonly input: TestInput;
  readonly expected: Expected;
};

export type TestInput = (CommandInput | HookInput) & {
  /** Required fixtures, relative to the skill's folder. */
  readonly files: readonly string[];
};
export type CommandInput = {
  readonly kind: "command";
  /** Run by a shell in the skill's folder. */
  readonly command: string;
  readonly stdin?: string;
};
export type HookInput = { readonly kind: "hook"; readonly hook: TestHook };

export type Expected = {
  /** Absent for hooks when the case does not set it. */
  readonly exitCode?: number;
  /** The hooks' decision; present only for hooks. */
  readonly decision?: HookDecision;
  readonly stdoutContains: readonly string[];
  readonly stderrContains: readonly string[];
  /** Must be in neither stream. */
  readonly notContains: readonly string[];
  /** The minimum content of the JSON on standard output; absent when it need not be JSON. */
  readonly stdoutJson?: Plain;
  /** Regular expressions; `^` and `$` match at line ends. */
  readonly stdoutMatches: readonly string[];
  readonly stderrMatches: readonly string[];
  /** Paths that the command must create, relative to the skill. */
  readonly filesCreated: readonly string[];
  /** Whether the streams must equal the saved snapshot. */
  readonly snapshot: boolean;
};

/** A problem in a test file. */
export type TestFileProblem = {
  /** Path inside the skill. */
  readonly file: string;
  readonly range: Range;
  /** One printable line. */
  readonly message: string;
};

/** The value of a file, or all problems in it. */
export type ReadTestFile<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly TestFileProblem[] };

/** An event that a case sends to its skill's hooks. */
export type TestHook = {
  readonly event: SkillHookEvent;
  /** The tool that the event is about; only for tool events. */
  readonly tool?: string;
  readonly input?: Plain;
  /** The tool's result. */
  readonly response?: Plain;
  /** The user's message. */
  readonly prompt?: string;
};

/** The strictest decision of all hooks. */
export type HookDecision = "allow" | "ask" | "deny";

export type TestedSkill = {
  readonly name: string;
  readonly directory: string;
};

/** The cases of one skill, sorted by file name. */
export type TestPlan = {
  readonly skill: TestedSkill;
  readonly cases: readonly PlannedCase[];
  /** Problems that affect all cases; if there are any, no case is ready. */
  readonly problems: readonly TestFileProblem[];
};

export type PlannedCase = ReadyCase | InvalidCase;

type CaseFile = {
  readonly skill: TestedSkill;
  /** The file's name without extension, by which people select a case. */
  readonly stem: string;
  /** Path inside the skill. */
  readonly file: string;
};

export type ReadyCase = CaseFile & {
  readonly ready: true;
  readonly test: TestCase;
  readonly config: TestConfig;
};

export type InvalidCase = CaseFile & {
  readonly ready: false;
  /** At least one; includes those of the plan. */
  readonly problems: readonly TestFileProblem[];
};

/** The result of one case. */
export type CaseResult = {
  readonly skill: string;
  /**
   * The case's file without its extension, `01-basic`; for a scenario with the case's name,
   * `deploy/rolls-back`.
   */
  readonly case: string;
  /** The case's own name; its stem when the file cannot be read. */
  readonly name: string;
  /** A case is skipped when the run was canceled, or when it lacks something. */
  readonly status: "passed" | "failed" | "skipped";
  /** What a skipped case lacks; absent when the run was canceled. */
  readonly reason?: string;
  readonly durationMs: number;
  readonly failures: readonly TestFailure[];
  /** Problems in its file or in `test-config.json` that kept it from running. */
  readonly problems: readonly TestFileProblem[];
  /** It passed on a retry. */
  readonly flaky?: true;
  /** How often it ran. */
  readonly attempts: number;
  /** Files of the skill that were written on request: a snapshot, a recording. Paths in the skill. */
  readonly written?: readonly string[];
  /** What `--update` did with its snapshot. */
  readonly snapshot?: "written" | "unchanged";
  /** The bounded output of a failed case. */
  readonly output?: { readonly stdout: string; readonly stderr: string };
};

export type TestSummary = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In the order of the plans. */
  readonly cases: readonly CaseResult[];
};

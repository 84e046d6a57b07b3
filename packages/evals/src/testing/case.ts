import type { Range } from "@skillwright/core";
import type { Plain } from "@skillwright/core/parse";
import type { HookDecision, TestHook } from "./case-hook.ts";

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

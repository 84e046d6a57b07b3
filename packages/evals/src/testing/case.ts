import type { Range } from "@skillwright/core";
import type { Plain } from "@skillwright/core/parse";
import type { HookDecision, TestHook } from "./case-hook.ts";

/** What holds for all cases of a skill: `tests/test-config.json`. */
export type TestConfig = {
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** One case: a command of the skill as in document a, or an event for its hooks, and what must come of it. */
export type TestCase = {
  readonly name: string;
  readonly description?: string;
  readonly input: TestInput;
  readonly expected: Expected;
};

export type TestInput = (CommandInput | HookInput) & {
  /** Fixtures that must be there, relative to the skill's folder. */
  readonly files: readonly string[];
};
export type CommandInput = {
  readonly kind: "command";
  /** For a shell, in the skill's folder. */
  readonly command: string;
  readonly stdin?: string;
};
export type HookInput = { readonly kind: "hook"; readonly hook: TestHook };

export type Expected = {
  /** Absent only where hooks are tested and nothing is said of it. */
  readonly exitCode?: number;
  /** What hooks must make of the event; present exactly where hooks are tested. */
  readonly decision?: HookDecision;
  readonly stdoutContains: readonly string[];
  readonly stderrContains: readonly string[];
  /** In neither stream. */
  readonly notContains: readonly string[];
  /** What the JSON on standard output must hold at least; absent when it need not be JSON. */
  readonly stdoutJson?: Plain;
  /** Regular expressions, in which `^` and `$` stand for the ends of lines. */
  readonly stdoutMatches: readonly string[];
  readonly stderrMatches: readonly string[];
  /** Paths below the skill's folder that the command must have made. */
  readonly filesCreated: readonly string[];
  /** Whether the streams must be those that were kept when the case last was right. */
  readonly snapshot: boolean;
};

/** What is wrong with a file of tests, and where. */
export type TestFileProblem = {
  /** Path inside the skill. */
  readonly file: string;
  readonly range: Range;
  /** One printable line. */
  readonly message: string;
};

/** A file that was read, or all that is wrong with it. */
export type ReadTestFile<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly TestFileProblem[] };

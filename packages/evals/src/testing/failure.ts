import type { AssertionType } from "../trials/assertion.ts";
import type { HookDecision } from "./case-hook.ts";

/** One unmet expectation, as bounded data; `formatTestFailure` puts it into words. */
export type TestFailure =
  | {
      readonly kind: "stopped";
      readonly expected: "exited";
      readonly actual: "timed-out" | "aborted" | "over-limit";
      readonly exceeded?: string;
      /** The end of its output. */
      readonly output: string;
    }
  /** Truncated output cannot be judged. */
  | { readonly kind: "truncated"; readonly expected: "all output"; readonly actual: string }
  /** It could not be started; `actual` has the reason. */
  | { readonly kind: "not-run"; readonly expected: "exited"; readonly actual: string }
  | {
      readonly kind: "exit-code";
      readonly expected: number;
      readonly actual: number;
      /** A signal, encoded in `actual`, ended it. */
      readonly killed?: true;
      readonly output: string;
    }
  | {
      readonly kind: "decision";
      readonly expected: HookDecision;
      readonly actual: HookDecision | "none";
      readonly output: string;
    }
  | {
      readonly kind: "stdout-contains" | "stderr-contains";
      readonly expected: string;
      /** An excerpt around the nearest match. */
      readonly actual: string;
    }
  | {
      readonly kind: "not-contains";
      readonly expected: string;
      /** An excerpt around the match. */
      readonly actual: string;
      readonly stream: "stdout" | "stderr";
    }
  | {
      readonly kind: "stdout-matches" | "stderr-matches";
      readonly expected: string;
      readonly actual: string;
      /** It ran out of time; the expressions after it were not tried. */
      readonly tooSlow?: true;
    }
  | {
      readonly kind: "stdout-json";
      /** Such as `$.lines[0].price`; absent when the output is not JSON. */
      readonly path?: string;
      /** Shortened JSON, or a word such as `nothing`. */
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly kind: "files-created"; readonly expected: string; readonly actual: readonly string[] }
  | {
      readonly kind: "snapshot";
      readonly expected: "as kept" | "a kept snapshot";
      /** Changed lines, `-` in the snapshot and `+` now; empty when there is no snapshot. */
      readonly actual: readonly string[];
    }
  | ScenarioFailure;

/**
 * An unmet expectation of a scenario: one of OmniForge's assertions, or an expected output, behavior or end.
 */
export type ScenarioFailure = {
  /**
   * A judge decides `expected-output` and `expected-behavior`; `ended` means that the agent did not finish by
   * itself.
   */
  readonly kind: AssertionType | "expected-output" | "expected-behavior" | "ended";
  readonly expected: string;
  /** The evidence, or why there is none. */
  readonly actual: string;
  /** The author's description of the assertion. */
  readonly description?: string;
  /** The agent's last words. */
  readonly said: string;
};

import type { AssertionType } from "../trials/assertion.ts";
import type { HookDecision } from "./case-hook.ts";

/** One expectation that was not met, as bounded data; `formatTestFailure` has the words. */
export type TestFailure =
  | {
      readonly kind: "stopped";
      readonly expected: "exited";
      readonly actual: "timed-out" | "aborted" | "over-limit";
      readonly exceeded?: string;
      /** The end of what it had written. */
      readonly output: string;
    }
  /** Of output that was cut off nobody can say what it holds. */
  | { readonly kind: "truncated"; readonly expected: "all output"; readonly actual: string }
  /** It could not be started; `actual` says why. */
  | { readonly kind: "not-run"; readonly expected: "exited"; readonly actual: string }
  | {
      readonly kind: "exit-code";
      readonly expected: number;
      readonly actual: number;
      /** By a signal, which the code tells. */
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
      /** Around the place that comes nearest. */
      readonly actual: string;
    }
  | {
      readonly kind: "not-contains";
      readonly expected: string;
      /** Around the place where it is. */
      readonly actual: string;
      readonly stream: "stdout" | "stderr";
    }
  | {
      readonly kind: "stdout-matches" | "stderr-matches";
      readonly expected: string;
      readonly actual: string;
      /** It was given up, and those after it were not tried. */
      readonly tooSlow?: true;
    }
  | {
      readonly kind: "stdout-json";
      /** Such as `$.lines[0].price`; absent when the output is no JSON. */
      readonly path?: string;
      /** JSON, shortened, or words such as `nothing`. */
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly kind: "files-created"; readonly expected: string; readonly actual: readonly string[] }
  | {
      readonly kind: "snapshot";
      readonly expected: "as kept" | "a kept snapshot";
      /** Lines that differ, with `-` as kept and `+` as now; empty when nothing was kept. */
      readonly actual: readonly string[];
    }
  | ScenarioFailure;

/** What an agent was to do in a scenario and did not: document c's assertions, and what is beside them. */
export type ScenarioFailure = {
  /** `expected-output` and `expected-behavior` are judged in words; `ended`: the agent did not come to an end of its own. */
  readonly kind: AssertionType | "expected-output" | "expected-behavior" | "ended";
  readonly expected: string;
  /** What shows it: a quotation, or why there is none. */
  readonly actual: string;
  /** The author's own words for the assertion. */
  readonly description?: string;
  /** What the agent said last. */
  readonly said: string;
};

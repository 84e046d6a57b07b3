import { printable } from "@skillwright/core/text";
import type { AssertionType } from "../trials/judge-assertion.ts";
import type { HookDecision } from "./case.ts";

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

/** Formats a failure: one line that says what is wrong, then the expected and the actual value, indented. */
export function formatTestFailure(failure: TestFailure): string {
  if ("said" in failure) return join(scenarioLines(failure));
  switch (failure.kind) {
    case "stopped":
      return join([stopWords(failure), ...section("output so far", failure.output)]);
    case "truncated":
      return join(["Its output was longer than the limit.", ...section("starts with", failure.actual)]);
    case "not-run":
      return join(["It could not run.", ...section("reason", failure.actual)]);
    case "exit-code": {
      const { expected, actual, killed, output } = failure;
      const words = killed ? `${actual}, terminated by signal ${actual - 128}` : `${actual}`;
      return join(["The exit code differs.", ...compare(`${expected}`, words), ...section("output", output)]);
    }
    case "decision": {
      const { expected, actual, output } = failure;
      return join([
        "The hooks made a different decision.",
        ...compare(expected, actual),
        ...section("output", output),
      ]);
    }
    case "not-contains": {
      const words = `${streams[failure.stream]} contains unwanted text.`;
      return join([words, ...section("unwanted", failure.expected), ...section("actual", failure.actual)]);
    }
    case "stdout-json":
      return join([
        failure.path === undefined
          ? `${streams.stdout} is not JSON.`
          : `The JSON on standard output differs at ${failure.path}.`,
        ...compare(failure.expected, failure.actual),
      ]);
    case "files-created":
      return join([
        "A file was not created.",
        ...section("expected", failure.expected),
        ...section("created", failure.actual.join("\n")),
      ]);
    case "snapshot":
      return join(
        failure.expected === "as kept"
          ? ["The output differs from the snapshot (- snapshot, + now).", ...indent(failure.actual)]
          : ["There is no snapshot yet. Run with --update to save this output."],
      );
    default:
      return join([streamWords(failure), ...compare(failure.expected, failure.actual)]);
  }
}

function scenarioLines(failure: ScenarioFailure): readonly string[] {
  const { kind, description, expected, actual, said } = failure;
  const words = description === undefined ? scenarioWords[kind] : `${scenarioWords[kind]} (${description})`;
  return [
    words,
    ...section(kind === "not-contains" ? "unwanted" : "expected", expected),
    ...section("found", actual),
    ...section("last said", said),
  ];
}

const scenarioWords: Readonly<Record<ScenarioFailure["kind"], string>> = {
  contains: "The agent did not say the text.",
  "not-contains": "The agent said unwanted text.",
  "matches-regex": "What the agent said does not match the regular expression.",
  "file-created": "The agent did not create the file.",
  "file-modified": "The agent did not change the file.",
  "command-executed": "The agent did not run the command.",
  custom: "The check failed.",
  "expected-output": "The answer is not as expected.",
  "expected-behavior": "The agent did not behave as expected.",
  ended: "The agent did not finish.",
};

const streams = { stdout: "Standard output", stderr: "Standard error" } as const;

function stopWords({ actual, exceeded }: Extract<TestFailure, { readonly kind: "stopped" }>): string {
  const words = {
    "timed-out": "It did not finish in time and was stopped.",
    aborted: "It was stopped before it finished.",
    "over-limit": `It was stopped: it used too much${exceeded === undefined ? "" : ` ${exceeded}`}.`,
  };
  return words[actual];
}

type StreamFailure = Extract<
  TestFailure,
  { readonly kind: "stdout-contains" | "stderr-contains" | "stdout-matches" | "stderr-matches" }
>;

function streamWords(failure: StreamFailure): string {
  if ("tooSlow" in failure)
    return "The regular expression takes too long on this output; simplify it. The expressions after it were not tried.";
  const stream = streams[failure.kind.startsWith("stdout") ? "stdout" : "stderr"];
  const isExpression = failure.kind.endsWith("matches");
  return isExpression
    ? `${stream} does not match the regular expression.`
    : `${stream} does not contain the text.`;
}

function compare(expected: string, actual: string): readonly string[] {
  return [...section("expected", expected), ...section("actual", actual)];
}

/** Puts a short text next to its title, and a longer one below it. */
function section(title: string, text: string): readonly string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length > 1) return [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
  return [`  ${`${title}:`.padEnd(9)} ${text === "" ? "(nothing)" : lines[0]}`];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** Escapes control characters, since the lines hold output of untrusted programs. */
function join(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/[^\t]+/g, printable)).join("\n");
}

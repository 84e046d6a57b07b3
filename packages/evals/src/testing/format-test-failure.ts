import { printable } from "@skillwright/core/text";
import type { ScenarioFailure, TestFailure } from "./failure.ts";

/** A failure in words: a line that says what is wrong, then what was expected and what there is, indented. */
export function formatTestFailure(failure: TestFailure): string {
  if ("said" in failure) return join(scenarioLines(failure));
  switch (failure.kind) {
    case "stopped":
      return join([stopWords(failure), ...section("it had written", failure.output)]);
    case "truncated":
      return join(["It wrote more than is kept of an output.", ...section("it begins", failure.actual)]);
    case "not-run":
      return join(["It could not be run.", ...section("because", failure.actual)]);
    case "exit-code": {
      const { expected, actual, killed, output } = failure;
      const words = killed ? `${actual}, ended by the signal ${actual - 128}` : `${actual}`;
      return join(["The exit code differs.", ...compare(`${expected}`, words), ...section("output", output)]);
    }
    case "decision": {
      const { expected, actual, output } = failure;
      return join([
        "The hooks decided otherwise.",
        ...compare(expected, actual),
        ...section("output", output),
      ]);
    }
    case "not-contains": {
      const words = `${streams[failure.stream]} contains what it must not.`;
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
        "A file was not made.",
        ...section("expected", failure.expected),
        ...section("made", failure.actual.join("\n")),
      ]);
    case "snapshot":
      return join(
        failure.expected === "as kept"
          ? ["The output is not the kept one (- kept, + now).", ...indent(failure.actual)]
          : ["No snapshot is kept yet. Run with --update to keep this output."],
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
    ...section("said last", said),
  ];
}

const scenarioWords: Readonly<Record<ScenarioFailure["kind"], string>> = {
  contains: "The agent did not say the text.",
  "not-contains": "The agent said what it must not.",
  "matches-regex": "What the agent said does not match the regular expression.",
  "file-created": "The agent did not make the file.",
  "file-modified": "The agent did not change the file.",
  "command-executed": "The agent did not run the command.",
  custom: "The check did not pass.",
  "expected-output": "The answer is not the expected one.",
  "expected-behavior": "The agent did not behave as expected.",
  ended: "The agent did not come to an end.",
};

const streams = { stdout: "Standard output", stderr: "Standard error" } as const;

function stopWords({ actual, exceeded }: Extract<TestFailure, { readonly kind: "stopped" }>): string {
  const words = {
    "timed-out": "It did not end in time and was stopped.",
    aborted: "It was stopped before its end.",
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
    return "The regular expression takes too long on this output; make it simpler. Those after it were not tried.";
  const stream = streams[failure.kind.startsWith("stdout") ? "stdout" : "stderr"];
  const isExpression = failure.kind.endsWith("matches");
  return isExpression
    ? `${stream} does not match the regular expression.`
    : `${stream} does not contain the text.`;
}

function compare(expected: string, actual: string): readonly string[] {
  return [...section("expected", expected), ...section("actual", actual)];
}

/** A short text beside its title, a longer one below it. */
function section(title: string, text: string): readonly string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length > 1) return [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
  return [`  ${`${title}:`.padEnd(9)} ${text === "" ? "(nothing)" : lines[0]}`];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** Outputs of programs come through here: whatever they hold, a terminal shows it and does not obey. */
function join(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/[^\t]+/g, printable)).join("\n");
}

import { evalsLimits } from "../limits.ts";
import { excerpt } from "../testing/excerpt.ts";
import type { ScenarioFailure, TestFailure } from "../testing/failure.ts";
import { tryExpression } from "../testing/try-expression.ts";
import { judgeAssertion } from "../trials/judge-assertion.ts";
import type { Trial } from "../trials/trial.ts";
import type { Worked } from "./let-agent-work.ts";
import type { ScenarioCase } from "./scenario.ts";

/** A statement for a judge, and the kind of failure when it does not hold. */
export type Statement = {
  readonly kind: "custom" | "expected-output" | "expected-behavior";
  readonly text: string;
  readonly description?: string;
};

/** The failure of a trial that did not end properly; undefined when it did. */
export function judgeEnd(trial: Trial): TestFailure | undefined {
  const said = lastWords(trial);
  switch (trial.status) {
    case "finished":
    case "stopped":
      return undefined;
    case "failed":
      return { kind: "not-run", expected: "exited", actual: trial.fault ?? "The model failed." };
    case "timed-out":
    case "aborted":
      return { kind: "stopped", expected: "exited", actual: trial.status, output: said };
    default: {
      const actual =
        trial.status === "looping" ? "It repeated the same calls." : `It took ${trial.steps} steps.`;
      return { kind: "ended", expected: "an answer", actual, said };
    }
  }
}

/**
 * Judges what needs no model: returns the assertions that do not hold, and the statements left for a judge.
 */
export function judgeTrial(
  { assertions, expectedOutput, expectedBehavior }: ScenarioCase,
  trial: Trial,
  checks: Worked["checks"],
): { readonly failures: readonly ScenarioFailure[]; readonly statements: readonly Statement[] } {
  const failures: ScenarioFailure[] = [];
  const statements: Statement[] = [];
  for (const assertion of assertions) {
    const { type, value, description } = assertion;
    const more = description === undefined ? {} : { description };
    const verdict = checks.get(assertion) ?? judgeAssertion(assertion, trial, tryExpression);
    if (verdict === undefined) statements.push({ kind: "custom", text: value, ...more });
    else if (!verdict.passed)
      failures.push(toFailure({ kind: type, text: value, ...more }, verdict.evidence, trial));
  }
  if (expectedOutput !== undefined && !isSaid(expectedOutput, trial))
    statements.push({ kind: "expected-output", text: expectedOutput });
  if (expectedBehavior !== undefined) statements.push({ kind: "expected-behavior", text: expectedBehavior });
  return { failures, statements };
}

function isSaid(value: string, trial: Trial): boolean {
  return judgeAssertion({ type: "contains", value }, trial, tryExpression)?.passed === true;
}

export function toFailure(
  { kind, text, description }: Omit<Statement, "kind"> & Pick<ScenarioFailure, "kind">,
  evidence: string,
  trial: Trial,
): ScenarioFailure {
  return {
    kind,
    expected: excerpt(text, 0, evalsLimits.testExcerptCharacters),
    actual: excerpt(evidence, 0, evalsLimits.testExcerptCharacters),
    ...(description === undefined ? {} : { description }),
    said: lastWords(trial),
  };
}

function lastWords({ answer }: Trial): string {
  return excerpt(answer, answer.length, evalsLimits.testExcerptCharacters);
}

import { compact } from "@skillwright/core/text";
import type { AskOptions } from "../judging/consult-model.ts";
import { judgeStatements } from "../judging/judge-statements.ts";
import { evalsLimits } from "../limits.ts";
import { excerpt } from "../testing/excerpt.ts";
import type { ScenarioFailure, TestFailure } from "../testing/failure.ts";
import { judgeAssertion } from "../trials/judge-assertion.ts";
import type { Trial } from "../trials/trial.ts";
import { scenariosLimits } from "./limits.ts";
import type { ScenarioRun } from "./run-scenario.ts";
import type { ScenarioCase } from "./scenario.ts";
import type { ScenarioModel } from "./scenario-model.ts";
import type { ScenarioTrial } from "./scenario-trial.ts";

/** All unmet expectations. Asks a judge last, and only when everything else holds. */
export async function findFailures(
  { trial, checks }: ScenarioTrial,
  { ready, host, skills }: ScenarioRun,
  { model, canJudge, secrets }: ScenarioModel,
): Promise<readonly TestFailure[]> {
  const { scenario, skill } = ready;
  const stopped = judgeEnd(trial) ?? (scenario.activate ? judgeStart(trial, skill.name) : undefined);
  if (stopped) return [stopped];
  const { failures, statements } = judgeTrial(scenario, trial, checks);
  if (failures.length > 0 || statements.length === 0) return failures;
  if (!canJudge)
    return statements
      .filter(({ kind }) => kind === "expected-output")
      .map((statement) => toFailure(statement, "The agent did not say it.", trial));
  const { timeoutSeconds = scenariosLimits.scenarioSeconds } = scenario;
  return askJudge(statements, trial, {
    model,
    secrets,
    task: scenario.input,
    digests: skills.digests,
    timeoutMs: timeoutSeconds * 1000,
    ...compact({ signal: host.signal }),
  });
}

/** When the skill could not be activated, the agent had no task; the answer has the reason. */
function judgeStart({ steps, activated, answer }: Trial, skill: string): TestFailure | undefined {
  if (steps > 0 || activated.includes(skill)) return undefined;
  return { kind: "not-run", expected: "exited", actual: answer };
}

/** A statement for a judge, and the kind of failure when it does not hold. */
type Statement = {
  readonly kind: "custom" | "expected-output" | "expected-behavior";
  readonly text: string;
  readonly description?: string;
};

/** The failure of a trial that did not end properly; undefined when it did. */
function judgeEnd(trial: Trial): TestFailure | undefined {
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
function judgeTrial(
  { assertions, expectedOutput, expectedBehavior }: ScenarioCase,
  trial: Trial,
  checks: ScenarioTrial["checks"],
): { readonly failures: readonly ScenarioFailure[]; readonly statements: readonly Statement[] } {
  const failures: ScenarioFailure[] = [];
  const statements: Statement[] = [];
  for (const assertion of assertions) {
    const { type, value, description } = assertion;
    const more = compact({ description });
    const verdict = checks.get(assertion) ?? judgeAssertion(assertion, trial);
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
  return judgeAssertion({ type: "contains", value }, trial)?.passed === true;
}

function toFailure(
  { kind, text, description }: Omit<Statement, "kind"> & Pick<ScenarioFailure, "kind">,
  evidence: string,
  trial: Trial,
): ScenarioFailure {
  return {
    kind,
    expected: excerpt(text, 0, evalsLimits.testExcerptCharacters),
    actual: excerpt(evidence, 0, evalsLimits.testExcerptCharacters),
    ...compact({ description }),
    said: lastWords(trial),
  };
}

function lastWords({ answer }: Trial): string {
  return excerpt(answer, answer.length, evalsLimits.testExcerptCharacters);
}

/** A judge and the agent's task. */
type Judge = AskOptions & {
  readonly timeoutMs: number;
  readonly task: string;
  /** Digests of the skills: their own texts cannot contain them, and a replay computes the same ones. */
  readonly digests: readonly string[];
};

/**
 * Has a model judge statements about a trial. Statements that do not hold are failures, and so is an answer
 * that cannot be understood. Rejects only when aborted.
 */
async function askJudge(
  statements: readonly Statement[],
  trial: Trial,
  judge: Judge,
): Promise<readonly ScenarioFailure[]> {
  const verdict = await judgeInTime(statements, trial, judge);
  return statements.flatMap((statement, index) => {
    if (!verdict.ok) return [toFailure(statement, `The judge gave no verdict: ${verdict.reason}`, trial)];
    const grade = verdict.value.grades[index];
    return grade === undefined || grade.passed ? [] : [toFailure(statement, grade.evidence, trial)];
  });
}

type JudgedScenario = Awaited<ReturnType<typeof judgeStatements>>;

async function judgeInTime(
  statements: readonly Statement[],
  trial: Trial,
  { task, digests, timeoutMs, ...asking }: Judge,
): Promise<JudgedScenario> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = asking.signal ? AbortSignal.any([asking.signal, late]) : late;
  const expected = statements.find(({ kind }) => kind === "expected-output");
  const judged = {
    task,
    statements: statements.map(wordsOf),
    ...compact({ expectedOutput: expected?.text }),
  };
  try {
    return await judgeStatements(judged, trial, { ...asking, signal, salt: digests });
  } catch (error) {
    if (asking.signal?.aborted || !late.aborted) throw error;
    return { ok: false, reason: "it timed out.", usage: [] };
  }
}

function wordsOf({ kind, text }: Statement): string {
  if (kind !== "expected-output") return text;
  return "What the agent answered says the same as the description of a good result, in whatever words.";
}

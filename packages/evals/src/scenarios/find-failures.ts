import { limits } from "@skillwright/core";
import type { TestFailure } from "../testing/failure.ts";
import type { Trial } from "../trials/trial.ts";
import { askJudge } from "./ask-judge.ts";
import { judgeEnd, judgeTrial, toFailure } from "./judge-trial.ts";
import type { Worked } from "./let-agent-work.ts";
import type { Answers } from "./open-answers.ts";
import type { ScenarioRun } from "./scenario-run.ts";

/** All that was expected of the agent and is not so. A judge is asked last, and only where all else is right. */
export async function findFailures(
  { trial, checks }: Worked,
  { ready, host, skills }: ScenarioRun,
  { model, hasJudge, secrets }: Answers,
): Promise<readonly TestFailure[]> {
  const { scenario, skill } = ready;
  const stopped = judgeEnd(trial) ?? (scenario.activate ? judgeStart(trial, skill.name) : undefined);
  if (stopped) return [stopped];
  const { failures, statements } = judgeTrial(scenario, trial, checks);
  if (failures.length > 0 || statements.length === 0) return failures;
  if (!hasJudge)
    return statements
      .filter(({ kind }) => kind === "expected-output")
      .map((statement) => toFailure(statement, "It is not in what the agent said.", trial));
  const { timeoutSeconds = limits.scenarioSeconds } = scenario;
  return askJudge(statements, trial, {
    model,
    secrets,
    task: scenario.input,
    digests: skills.digests,
    timeoutMs: timeoutSeconds * 1000,
    ...(host.signal ? { signal: host.signal } : {}),
  });
}

/** A skill that could not be activated leaves the agent without a task; the answer is why. */
function judgeStart({ steps, activated, answer }: Trial, skill: string): TestFailure | undefined {
  if (steps > 0 || activated.includes(skill)) return undefined;
  return { kind: "not-run", expected: "exited", actual: answer };
}

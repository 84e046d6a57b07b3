import type { TestFailure } from "../testing/failure.ts";
import type { Trial } from "../trials/trial.ts";
import { askJudge } from "./ask-judge.ts";
import { judgeEnd, judgeTrial, toFailure } from "./judge-trial.ts";
import type { Worked } from "./let-agent-work.ts";
import { scenariosLimits } from "./limits.ts";
import type { Answers } from "./open-answers.ts";
import type { ScenarioRun } from "./scenario-run.ts";

/** All unmet expectations. Asks a judge last, and only when everything else holds. */
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
      .map((statement) => toFailure(statement, "The agent did not say it.", trial));
  const { timeoutSeconds = scenariosLimits.scenarioSeconds } = scenario;
  return askJudge(statements, trial, {
    model,
    secrets,
    task: scenario.input,
    digests: skills.digests,
    timeoutMs: timeoutSeconds * 1000,
    ...(host.signal ? { signal: host.signal } : {}),
  });
}

/** When the skill could not be activated, the agent had no task; the answer has the reason. */
function judgeStart({ steps, activated, answer }: Trial, skill: string): TestFailure | undefined {
  if (steps > 0 || activated.includes(skill)) return undefined;
  return { kind: "not-run", expected: "exited", actual: answer };
}

import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import { printable, suggest } from "@skillwright/core/text";
import {
  findUncovered,
  type PlannedCase,
  type PlannedScenario,
  planScenarios,
  planTests,
  type ScenarioCase,
  selectShard,
  type TestPlan,
  type Uncovered,
} from "@skillwright/evals";
import { readHooks } from "@skillwright/runtime";
import { UsageError } from "../../command.ts";
import { nameOf } from "./find-tested-skills.ts";
import type { SuiteOptions } from "./suite-options.ts";

/** The selected cases of one skill. */
export type Suite = {
  readonly skill: LoadedSkill;
  readonly plan: TestPlan;
  readonly scenarios: readonly PlannedScenario[];
  /** Files that none of its cases mentions, including unselected cases. */
  readonly untouched: Uncovered;
};

export type PlannedSuites = {
  /** Skills with at least one selected case. */
  readonly suites: readonly Suite[];
  /** Names of skills without cases. */
  readonly untested: readonly string[];
  /** Number of selected cases, including those of other shards. */
  readonly cases: number;
};

type Choice = Pick<SuiteOptions, "stems" | "shard" | "timeoutSeconds">;

/** Reads the cases and scenarios of skills and selects the requested ones. */
export function planSuites(skills: readonly LoadedSkill[], choice: Choice, fs: FileSystem): PlannedSuites {
  const all = skills.map((skill) => planSuite(skill, fs));
  const tested = all.filter(hasCases);
  refuseUnknown(tested, choice.stems);
  const chosen = tested
    .flatMap(casesOf)
    .filter(({ stem }) => choice.stems.length === 0 || choice.stems.some((wanted) => isMeant(stem, wanted)));
  const { shard } = choice;
  const kept = new Set(shard ? selectShard(chosen, shard.index, shard.of) : chosen);
  const suites = tested.map((suite) => ({
    ...suite,
    plan: {
      ...suite.plan,
      cases: suite.plan.cases.filter((one) => kept.has(one)).map((one) => withTimeout(one, choice)),
    },
    scenarios: suite.scenarios.filter((one) => kept.has(one)).map((one) => withScenarioTimeout(one, choice)),
  }));
  return {
    suites: suites.filter(hasCases),
    untested: all.filter((suite) => !hasCases(suite)).map(({ plan }) => plan.skill.name),
    cases: chosen.length,
  };
}

function casesOf({ plan, scenarios }: Suite): readonly (PlannedCase | PlannedScenario)[] {
  return [...plan.cases, ...scenarios];
}

function hasCases(suite: Suite): boolean {
  return casesOf(suite).length > 0;
}

/** `deploy` selects every case in `deploy.yaml`. */
function isMeant(stem: string, wanted: string): boolean {
  return stem === wanted || stem.startsWith(`${wanted}/`);
}

function planSuite(skill: LoadedSkill, fs: FileSystem): Suite {
  const { directory } = skill;
  const tested = { name: nameOf(skill), directory };
  const plan = planTests({ fs, skill: tested });
  const { cases: scenarios } = planScenarios({ fs, skill: tested });
  const [problem] = plan.problems;
  // Report a broken shared file even when there are no cases.
  const cases: readonly PlannedCase[] =
    problem !== undefined && plan.cases.length === 0
      ? [
          {
            skill: plan.skill,
            stem: "test-config",
            file: problem.file,
            ready: false,
            problems: plan.problems,
          },
        ]
      : plan.cases;
  return { skill, plan: { ...plan, cases }, scenarios, untouched: coverOf(skill, cases, scenarios) };
}

function coverOf(
  { files, parsed: { manifest }, directory }: LoadedSkill,
  cases: readonly PlannedCase[],
  scenarios: readonly PlannedScenario[],
): Uncovered {
  const paths = files.all().flatMap(({ path, kind }) => (kind === "file" && !isMade(path) ? [path] : []));
  return findUncovered({
    scripts: paths.filter((path) => path.startsWith("scripts/")),
    references: paths.filter((path) => path.startsWith("references/")),
    cases: cases.flatMap((one) => (one.ready ? [one.test] : [])),
    texts: scenarios.flatMap((one) => (one.ready ? scenarioMentions(one.scenario) : [])),
    hooks: readHooks(manifest.hooks, { name: "", digest: "", directory }).hooks,
  });
}

/** Generated files. */
function isMade(path: string): boolean {
  return path.includes("/__pycache__/");
}

function withTimeout(one: PlannedCase, { timeoutSeconds }: Choice): PlannedCase {
  if (!one.ready || timeoutSeconds === undefined) return one;
  return { ...one, config: { ...one.config, timeoutSeconds } };
}

function withScenarioTimeout(one: PlannedScenario, { timeoutSeconds }: Choice): PlannedScenario {
  if (!one.ready || timeoutSeconds === undefined) return one;
  return { ...one, scenario: { ...one.scenario, timeoutSeconds } };
}

function refuseUnknown(suites: readonly Suite[], stems: readonly string[]): void {
  const known = [...new Set(suites.flatMap((suite) => casesOf(suite).map(({ stem }) => stem)))];
  for (const stem of stems) {
    if (known.some((one) => isMeant(one, stem))) continue;
    throw new UsageError(`no case '${printable(stem)}'. ${hintOn(stem, known)}`);
  }
}

function hintOn(stem: string, known: readonly string[]): string {
  // Most names start with a number, and people remember either that or the rest.
  const near = suggest(stem, known) ?? known.find((one) => stem !== "" && one.includes(stem));
  if (near !== undefined) return `Did you mean ${printable(near)}?`;
  const more = known.length > namedCases ? ` and ${known.length - namedCases} more` : "";
  if (known.length === 0) return "There are no cases.";
  return `Available: ${known.slice(0, namedCases).map(printable).join(", ")}${more}.`;
}

const namedCases = 10;

/** All texts of a scenario case that could mention a file of the skill. */
function scenarioMentions(scenario: ScenarioCase): readonly string[] {
  const { input, files, assertions, tools, turns = [] } = scenario;
  return [
    input,
    ...files,
    scenario.expectedBehavior ?? "",
    scenario.expectedOutput ?? "",
    ...assertions.map(({ value }) => value),
    ...tools.map(({ when }) => JSON.stringify(when ?? {})),
    ...turns.flatMap(({ calls }) => calls.map((call) => JSON.stringify(call.input))),
  ];
}

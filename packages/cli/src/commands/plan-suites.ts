import {
  type FileSystem,
  findUntouched,
  type LoadedSkill,
  printable,
  selectShard,
  suggest,
  type Untouched,
} from "@skillwright/core";
import { type PlannedCase, planTests, readHooks, type TestPlan } from "@skillwright/runtime";
import { UsageError } from "../command.ts";
import { nameOf } from "./find-tested-skills.ts";
import type { SuiteOptions } from "./suite-options.ts";

/** The chosen cases of one skill. */
export type Suite = {
  readonly skill: LoadedSkill;
  readonly plan: TestPlan;
  /** Files that none of its cases mentions, whether they were chosen or not. */
  readonly untouched: Untouched;
};

export type PlannedSuites = {
  /** Skills of which at least one case was chosen. */
  readonly suites: readonly Suite[];
  /** Names of skills without cases. */
  readonly untested: readonly string[];
  /** Cases that were chosen, also those of other shards. */
  readonly cases: number;
};

type Choice = Pick<SuiteOptions, "stems" | "shard" | "timeoutSeconds">;

/** Reads the cases of some skills and chooses those that were asked for. */
export function planSuites(skills: readonly LoadedSkill[], choice: Choice, fs: FileSystem): PlannedSuites {
  const all = skills.map((skill) => planSuite(skill, fs));
  const tested = all.filter(({ plan }) => plan.cases.length > 0);
  refuseUnknown(tested, choice.stems);
  const chosen = tested
    .flatMap(({ plan }) => plan.cases)
    .filter(({ stem }) => choice.stems.length === 0 || choice.stems.includes(stem));
  const { shard } = choice;
  const kept = new Set(shard ? selectShard(chosen, shard.index, shard.of) : chosen);
  const suites = tested.map((suite) => ({
    ...suite,
    plan: {
      ...suite.plan,
      cases: suite.plan.cases.filter((one) => kept.has(one)).map((one) => withTimeout(one, choice)),
    },
  }));
  return {
    suites: suites.filter(({ plan }) => plan.cases.length > 0),
    untested: all.filter(({ plan }) => plan.cases.length === 0).map(({ plan }) => plan.skill.name),
    cases: chosen.length,
  };
}

function planSuite(skill: LoadedSkill, fs: FileSystem): Suite {
  const { directory } = skill;
  const plan = planTests({ fs, skill: { name: nameOf(skill), directory } });
  const [problem] = plan.problems;
  // A file that concerns all cases and cannot be used must not pass unseen only because there is no case yet.
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
  return { skill, plan: { ...plan, cases }, untouched: coverOf(skill, cases) };
}

function coverOf(
  { files, parsed: { manifest }, directory }: LoadedSkill,
  cases: readonly PlannedCase[],
): Untouched {
  const paths = files.all().flatMap(({ path, kind }) => (kind === "file" && !isMade(path) ? [path] : []));
  return findUntouched({
    scripts: paths.filter((path) => path.startsWith("scripts/")),
    references: paths.filter((path) => path.startsWith("references/")),
    cases: cases.flatMap((one) => (one.ready ? [one.test] : [])),
    hooks: readHooks(manifest.hooks, { name: "", digest: "", directory }).hooks,
  });
}

/** Files that programs leave behind. */
function isMade(path: string): boolean {
  return path.includes("/__pycache__/");
}

function withTimeout(one: PlannedCase, { timeoutSeconds }: Choice): PlannedCase {
  if (!one.ready || timeoutSeconds === undefined) return one;
  return { ...one, config: { ...one.config, timeoutSeconds } };
}

function refuseUnknown(suites: readonly Suite[], stems: readonly string[]): void {
  const known = [...new Set(suites.flatMap(({ plan }) => plan.cases.map(({ stem }) => stem)))];
  for (const stem of stems) {
    if (known.includes(stem)) continue;
    throw new UsageError(`there is no case '${printable(stem)}'. ${hintOn(stem, known)}`);
  }
}

function hintOn(stem: string, known: readonly string[]): string {
  // Most names begin with a number, and people remember either that or the rest.
  const near = suggest(stem, known) ?? known.find((one) => stem !== "" && one.includes(stem));
  if (near !== undefined) return `Did you mean ${printable(near)}?`;
  const more = known.length > namedCases ? ` and ${known.length - namedCases} more` : "";
  if (known.length === 0) return "There are no cases at all.";
  return `There are: ${known.slice(0, namedCases).map(printable).join(", ")}${more}.`;
}

const namedCases = 10;

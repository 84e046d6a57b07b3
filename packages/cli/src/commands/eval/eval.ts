import { catalogFlags } from "../../catalog/open-catalog.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { policyFlags } from "../../session/open-policies.ts";
import { evalFlags } from "./eval-options.ts";

export const evalCommand: Command = {
  name: "eval",
  usage: "SKILL | optimize SKILL | diff A B | report FOLDER [options]",
  flags: { ...evalFlags, ...policyFlags, ...catalogFlags },
  notes: `SKILL is a skill's folder or name. Its evals/evals.json (or evals/cases/*.yaml) lists tasks, which agents
perform with and without the skill, and statements that are true of a good result. Its
evals/eval_queries.json lists requests that should or should not make an agent use the skill. Statements
are checked mechanically where possible; a judge that must quote its evidence grades the rest. Each run
works on copies in a temporary folder.

Before anything is spent, the command shows its plan and asks, unless you pass --yes. Results are saved in
SKILL-workspace: the next invocation resumes there and reuses every run whose inputs did not change.

optimize  searches for a better description and selects it by queries that its writer never saw
diff      compares two results: benchmark.json files, iterations or workspaces
report    writes the page of existing results; --serve shows it and saves feedback.json

Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY. SKILLWRIGHT_MODEL sets the default model.
Exit code: 0 when all runs are done, 1 when some runs have no result, the eval files have errors or too few
statements pass (--fail-under), 2 for wrong usage, 3 when not confirmed, 4 when the model is not available,
130 after Ctrl-C.`,
  examples: [
    "skillwright eval ./skills/csv-check --plan",
    "skillwright eval csv-check --model sonnet --runs 5 --baseline previous --yes",
    "skillwright eval optimize csv-check --model sonnet",
    "skillwright eval report csv-check-workspace --serve",
  ],
  async run(invocation, io) {
    const [first, ...rest] = invocation.positionals;
    const action = actions.get(first ?? "");
    if (action === undefined) return perform(evaluation, invocation, io);
    return perform(action, { ...invocation, positionals: rest }, io);
  },
};

type Action = {
  readonly name: string;
  /** Flags of other actions, which are rejected here. */
  readonly refuses: readonly string[];
  readonly load: () => Promise<Command["run"]>;
};

const ofReport = ["output", "serve"];
const ofOptimize = ["iterations", "write"];
const ofRuns = Object.keys(evalFlags).filter(
  (flag) => !["json", "seed", "quiet", ...ofReport, ...ofOptimize].includes(flag),
);

const evaluation: Action = {
  name: "eval",
  refuses: [...ofReport, ...ofOptimize],
  load: async () => (await import("./evaluate-skill.ts")).evaluateSkill,
};

const optimize: Action = {
  name: "eval optimize",
  refuses: [...ofReport, "baseline", "blind", "eval", "outputs", "fail-under", "max-cost"],
  load: async () => (await import("./optimize-skill.ts")).optimizeSkill,
};

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["optimize", optimize],
  ["optimise", optimize],
  [
    "diff",
    {
      name: "eval diff",
      refuses: [...ofRuns, ...ofReport, ...ofOptimize],
      load: async () => (await import("./diff-evals.ts")).diffEvals,
    },
  ],
  [
    "report",
    {
      name: "eval report",
      refuses: [...ofRuns, ...ofOptimize, "json", "seed"],
      load: async () => (await import("./show-report.ts")).showReport,
    },
  ],
]);

async function perform({ name, refuses, load }: Action, invocation: Invocation, io: Io): Promise<number> {
  // Otherwise a flag of another action would be ignored silently.
  const foreign = refuses.find((flag) => invocation.flag(flag) || invocation.option(flag) !== undefined);
  if (foreign !== undefined) throw new UsageError(`${name} has no --${foreign}.`);
  const run = await load();
  return run(invocation, io);
}

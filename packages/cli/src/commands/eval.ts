import { type Command, type Invocation, UsageError } from "../command.ts";
import { evalFlags } from "../evals/eval-options.ts";
import type { Io } from "../io.ts";
import { catalogFlags } from "./catalog-flags.ts";
import { policyFlags } from "./open-policies.ts";

/** Finds out whether a skill helps: agents do its evals with it and without it. */
export const evalCommand: Command = {
  name: "eval",
  summary: "Find out with a model whether a skill helps, and when agents use it.",
  usage: "SKILL | optimise SKILL | diff A B | report FOLDER [options]",
  flags: { ...evalFlags, ...policyFlags, ...catalogFlags },
  notes: `SKILL is a skill's folder or name. Its evals/evals.json (or evals/cases/*.yaml) says what agents are given
to do, with the skill and without it, and what is true of a good result; evals/eval_queries.json, which
requests should make an agent use it. What can be checked mechanically is; the rest is graded by a judge
that must quote its evidence. Each run has a copy of the skill and a folder of its own; nothing that it
does lasts.

Before anything is spent you see the plan and are asked, unless --yes is given. Results are kept in
SKILL-workspace: a second start goes on where the first ended, and what did not change is not run again.

optimise  looks for a better description by the queries, and chooses by those that were held back
diff      compares two results: benchmark.json, or folders of iterations or workspaces
report    writes the page of results that are there; --serve shows it and saves feedback.json

Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY. SKILLWRIGHT_MODEL names the model to use always.
Exit code: 0 when all was run, 1 when some runs have no result, the files of the evals are wrong or too few
passed (--fail-under), 2 for wrong usage, 3 when it was not to begin, 4 when the model cannot be used,
130 after Ctrl-C.`,
  examples: [
    "skillwright eval ./skills/csv-check --plan",
    "skillwright eval csv-check --model sonnet --runs 5 --baseline previous --yes",
    "skillwright eval optimise csv-check --model sonnet",
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
  /** Flags of other actions, which mean nothing here. */
  readonly refuses: readonly string[];
  readonly load: () => Promise<Command["run"]>;
};

const ofReport = ["output", "serve"];
const ofOptimise = ["iterations", "write"];
const ofRuns = Object.keys(evalFlags).filter(
  (flag) => !["json", "seed", "quiet", ...ofReport, ...ofOptimise].includes(flag),
);

const evaluation: Action = {
  name: "eval",
  refuses: [...ofReport, ...ofOptimise],
  load: async () => (await import("../evals/evaluate-skill.ts")).evaluateSkill,
};

const optimise: Action = {
  name: "eval optimise",
  refuses: [...ofReport, "baseline", "blind", "eval", "outputs", "fail-under", "max-cost"],
  load: async () => (await import("../evals/optimise-skill.ts")).optimiseSkill,
};

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["optimise", optimise],
  ["optimize", optimise],
  [
    "diff",
    {
      name: "eval diff",
      refuses: [...ofRuns, ...ofReport, ...ofOptimise],
      load: async () => (await import("../evals/diff-evals.ts")).diffEvals,
    },
  ],
  [
    "report",
    {
      name: "eval report",
      refuses: [...ofRuns, ...ofOptimise, "json", "seed"],
      load: async () => (await import("../evals/show-report.ts")).showReport,
    },
  ],
]);

async function perform({ name, refuses, load }: Action, invocation: Invocation, io: Io): Promise<number> {
  // A flag that another word takes would be passed over in silence otherwise.
  const foreign = refuses.find((flag) => invocation.flag(flag) || invocation.option(flag) !== undefined);
  if (foreign !== undefined) throw new UsageError(`${name} has no --${foreign}.`);
  const run = await load();
  return run(invocation, io);
}

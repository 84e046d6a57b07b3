import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  judgingLimits,
  planEvals,
  planScenarios,
  prepareSkills,
  readJudgment,
  runEvals,
  runScenario,
  runTrial,
  toMaterial,
} from "@skillwright/evals";
import { createSession } from "@skillwright/runtime";
import { runAgent } from "@skillwright/runtime/agent";
import { openSandbox } from "@skillwright/runtime/sandbox";
// The page belongs to the command, which is bundled: its sources are the only modules that can be called.
import { readWorkspace } from "../packages/evals/src/report/read-workspace.ts";
import { toReportPage } from "../packages/evals/src/report/to-report-page.ts";
import { heading, interleave, interleaveAsync, row } from "./measure.mjs";

const fs = createNodeFileSystem();
const PATH = "/usr/local/bin:/usr/bin:/bin";
const environment = { PATH, HOME: "/home/user" };

/** What tests and evals cost besides the models: trials, replays, plans, pages and checking judges' quotes. */
export async function measureEvals() {
  heading("tests and evals");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-bench-")));
  const skill = join(folder, "survey");
  mkdirSync(skill);
  writeFileSync(
    join(skill, "SKILL.md"),
    "---\nname: survey\ndescription: Surveys. Use when surveying.\n---\nSurvey.\n",
  );
  try {
    await measureTrials(skill, folder);
    await measureReplay();
    await measureResults(skill);
    measureJudging();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same agent and model, in an existing session and as a trial. */
async function measureTrials(skill, workspace) {
  const steps = 40;
  const skills = await prepareSkills([{ directory: skill }], { fs });
  const trial = (count) => async () => {
    const task = { task: "Go.", skills, files: [], timeoutMs: 60_000, maxSteps: count };
    const { steps: taken } = await runTrial(task, { fs, model: await createModel(count), environment });
    if (taken !== count) throw new Error(`expected ${count} steps, found ${taken}`);
  };
  const agent = async () => {
    const session = createSession({ catalog: skills.catalog, workspace, agentTools: true });
    await runAgent({ session, model: await createModel(steps), task: "Go.", maxSteps: steps });
    await session.close();
  };
  const best = await interleaveAsync(8, { agent, trial: trial(steps), short: trial(1) });
  row("trial of one step, folder included, model excluded (ms)", best.short, 15);
  row(`step of a trial of ${steps}, model excluded (ms)`, best.trial / steps, 8);
  row("that trial / the same agent in a session", best.trial / best.agent, 2);
  await skills.remove();
}

/** A model that answers at once and lists skills in every step but the last. */
async function createModel(steps) {
  const { MockLanguageModelV4, convertArrayToReadableStream } = await import("ai/test");
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  let step = 0;
  return new MockLanguageModelV4({
    doStream: async () => {
      step++;
      const input = JSON.stringify({ query: `word ${step}` });
      const parts =
        step % steps === 0
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: "Surveyed." },
              { type: "text-end", id: "t" },
            ]
          : [{ type: "tool-call", toolCallId: `c${step}`, toolName: "skills_list", input }];
      const unified = step % steps === 0 ? "stop" : "tool-calls";
      const finish = { type: "finish", finishReason: { unified, raw: undefined }, usage };
      return {
        stream: convertArrayToReadableStream([{ type: "stream-start", warnings: [] }, ...parts, finish]),
      };
    },
  });
}

/** An example's recorded scenario: an agent that reads a file and runs a script of the skill. */
async function measureReplay() {
  let sandbox;
  try {
    sandbox = await openSandbox({ platform: process.platform, path: PATH });
  } catch (error) {
    console.error(`A replayed scenario is not measured: ${error.message}`);
    return;
  }
  const directory = fileURLToPath(new URL("../examples/skills/commit-messages", import.meta.url));
  const { cases } = planScenarios({ fs, skill: { name: "commit-messages", directory } });
  const replay = async () => {
    const { status, failures } = await runScenario(cases[0], { fs, environment, sandbox });
    if (status !== "passed") throw new Error(`the scenario ${status}: ${JSON.stringify(failures)}`);
  };
  const best = await interleaveAsync(8, { replay });
  row("replayed scenario of an example (ms)", best.replay, 600);
}

/** Planning and reporting kept runs, compared with reading their files; both must grow linearly. */
async function measureResults(skill) {
  const small = await fillWorkspace(skill, 10);
  const large = await fillWorkspace(skill, 100);
  const another = { ...large.request, modelLabel: "another" };
  const page = ({ iteration }) => toReportPage(readWorkspace(fs, iteration)).length;
  const best = await interleaveAsync(5, {
    read: () => readFiles(large.files),
    kept: () => planEvals(large.request),
    fresh: () => planEvals(another),
    // Ten times, so that a busy moment affects both sizes alike.
    small: () => Array.from({ length: 10 }, () => page(small)),
    large: () => page(large),
  });
  row("planning 1,000 kept runs / reading their files", best.kept / best.read, 4);
  row("planning 1,000 new runs beside them / same", best.fresh / best.kept, 1.5);
  row("page of 1,000 runs / reading their files", best.large / best.read, 12);
  row("that page / ten pages of 100 runs", best.large / best.small, 1.5);
  row("size of the page per run (KB)", page(large) / 1000 / 1024, 4);
}

/** A workspace with ten runs of each eval by a model that answers at once. */
async function fillWorkspace(skill, count) {
  const evals = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `site ${index + 1}`,
    prompt: `Survey site ${index + 1}.`,
    expected_output: "A survey.",
    assertions: ["contains: Surveyed", "not-contains: error"],
  }));
  mkdirSync(join(skill, "evals"), { recursive: true });
  writeFileSync(join(skill, "evals", "evals.json"), JSON.stringify({ skill_name: "survey", evals }));
  const request = {
    fs,
    skill: { name: "survey", directory: skill },
    workspace: `${skill}-workspace-${count}`,
    runs: 5,
    baseline: { kind: "without" },
    only: [],
    dialect: "skill-creator",
    modelLabel: "bench",
    blind: false,
    fresh: false,
    seed: 1,
  };
  const host = { fs, model: await createModel(1), environment, jobs: 4 };
  const { isComplete, iterationFolder: iteration } = await runEvals(await planEvals(request), host);
  if (!isComplete) throw new Error("the runs of the benchmark did not finish");
  const files = readdirSync(iteration, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return { request, iteration, files, records: files.filter((file) => file.endsWith("/run.json")) };
}

function readFiles(files) {
  return files.reduce((sum, file) => sum + readFileSync(file, "utf8").length, 0);
}

/** A judge's quotes are looked up in everything it saw; the files alone may have 60,000 characters. */
function measureJudging() {
  const line = (index) =>
    `Row ${index}: “reading” of station ${index % 97} — ${(index * 7919) % 10_007} units.`;
  const text = Array.from({ length: 1800 }, (_, index) => line(index)).join("\n");
  const material = toMaterial({
    status: "finished",
    answer: text.slice(0, judgingLimits.judgedAnswerCharacters),
    events: [{ type: "said", text: text.slice(0, 20_000) }],
    activated: [],
    files: {
      created: ["rows.txt"],
      modified: [],
      deleted: [],
      unchanged: [],
      texts: [{ path: "rows.txt", text, isCut: false }],
    },
    steps: 1,
    usage: [],
    durationMs: 1,
  });
  const statements = Array.from({ length: 10 }, (_, index) => `Row ${index * 50} is right`);
  const grades = statements.map((_, index) => ({
    statement: index + 1,
    reason: "It says so.",
    quotes: [line(index * 50), line(index * 50 + 1)],
    absent: [{ text: `failure ${index}`, from: "answer" }],
    passed: true,
  }));
  const answer = JSON.stringify({ grades, claims: [] });
  const best = interleave(15, {
    form: () => Array.from({ length: 20 }, () => material.normalize("NFKC").replace(/\s+/g, " ")),
    judge: () => {
      const read = readJudgment(answer, { statements, material });
      if (!read.ok || read.grades.some(({ passed }) => !passed)) throw new Error(JSON.stringify(read));
    },
  });
  row(`ten verdicts on ${Math.round(material.length / 1000)} KB checked (ms)`, best.judge);
  row("same / normalizing the text twenty times", best.judge / best.form, 1.5);
}

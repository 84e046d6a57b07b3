import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterAll, expect, test } from "vitest";
import { evalSchemas } from "../../schemas/eval.ts";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";
import { startProvider, stopProvidersAfterwards, wireKinds } from "../test-run.ts";
import { evalAgainst, evalFiles, startEvalProvider } from "./test-eval.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const workspace = "repo/skills/greeter-workspace";

test.each(wireKinds)(
  "S0-33: on %s evals run with and without the skill, are graded, compared and reported",
  async (kind) => {
    const machine = createTestMachine(evalFiles);
    const provider = await startEvalProvider(kind);
    const words = ["skills/greeter", "--outputs", "--runs", "2", "--blind", "--yes"];
    const { code, out, err } = await evalAgainst(provider, words, { machine });
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain("1 eval, with skill and without skill, 2 runs each: 4 runs (iteration 1)");
    expect(out).toMatch(/^ {2}pass rate {3}100 % ± 0 +0 % ± 0 +\+100 points$/m);
    expect(out).toContain("eval 1: Welcome the captain aboard.");
    expect(out).toContain("✓ 2/2  0/2  file-created: greeting.txt");
    expect(out).toContain("✓ 2/2  0/2  The captain is greeted as sailors do");
    expect(out).toContain("Blind comparison: of 2, with skill 2");
    expect(out).toContain("Report: skills/greeter-workspace/iteration-1/report.html");
    const page = readFileSync(`${machine.folder}/${workspace}/iteration-1/report.html`, "utf8");
    expect(page).toContain("Ahoy, captain!");
  },
);

test("--json prints one complete object of the published shape, triggers included", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider();
  const { code, out } = await evalAgainst(provider, ["skills/greeter", "-n", "1", "-y", "--json", "-q"], {
    machine,
  });
  const row = JSON.parse(out);
  expect(evalSchemas.eval?.parse(row)).toEqual(row);
  expect({ code, ...row }).toMatchObject({
    code: 0,
    skill: "greeter",
    outputs: {
      iteration: 1,
      complete: true,
      difference: { passRate: 1 },
      runs: [
        { configuration: "with_skill", passed: 2, failed: 0 },
        { configuration: "without_skill", passed: 0, failed: 2 },
      ],
    },
    triggers: { passed: 2, failed: 0, precision: 1, recall: 1, complete: true },
  });
  expect(row.spent.inputTokens).toBeGreaterThan(0);
});

test("a second run calls no model, and says so", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider();
  await evalAgainst(provider, ["skills/greeter", "-y"], { machine });
  const asked = provider.requests.length;
  const again = await evalAgainst(provider, ["skills/greeter"], { machine });
  expect(again.code).toBe(0);
  expect(again.err).toContain("All results exist; no model is called.");
  expect(again.out).toContain("Nothing was spent.");
  expect(provider.requests.length).toBe(asked);
});

test("a changed skill is run again, but the baseline is not", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider();
  const words = ["skills/greeter", "--outputs", "-n", "1", "-y"];
  await evalAgainst(provider, words, { machine });
  const file = `${machine.folder}/repo/skills/greeter/SKILL.md`;
  writeFileSync(file, readFileSync(file, "utf8").replace("Say ahoy", "Say ahoy loudly"));
  const { err } = await evalAgainst(provider, words, { machine });
  expect(err).toContain("2 runs, 1 of them reused (iteration 2)");
  const previous = await evalAgainst(provider, [...words, "--baseline", "previous", "--plan"], { machine });
  expect(previous.out).toContain("with skill and old skill");
});

test("the plan costs nothing, and has a text and a JSON form", async () => {
  const provider = await startEvalProvider();
  const text = await evalAgainst(provider, ["skills/greeter", "--plan"], { columns: 80 });
  expect(text.out.split("\n")).toEqual([
    "Evals of greeter",
    "  1 eval, with skill and without skill, 3 runs each: 6 runs (iteration 1)",
    "  2 queries among 1 other skill, 3 runs each: 6 tries",
    expect.stringMatching(/^ {2}About \d+ calls to anthropic\/claude-sonnet-5-5 and 6 calls to the judge/),
    expect.any(String),
    expect.any(String),
    "  Results go to skills/greeter-workspace/iteration-1.",
    "",
  ]);
  const { out } = await evalAgainst(provider, ["skills/greeter", "--plan", "--json"]);
  expect(evalSchemas["eval-plan"]?.parse(JSON.parse(out))).toMatchObject({
    outputs: { evals: 1, runs: 6, kept: 0, resumes: false },
    triggers: { queries: 2, runs: 6, kept: 0 },
  });
  expect(provider.requests).toEqual([]);
});

test("nothing is spent without confirmation", async () => {
  const provider = await startEvalProvider();
  const unanswered = await evalAgainst(provider, ["skills/greeter"]);
  expect(unanswered.code).toBe(3);
  expect(unanswered.err).toContain("there is no terminal to confirm on. Pass --yes to start.");
  const no = await evalAgainst(provider, ["skills/greeter"], { answers: ["n"] });
  expect({ code: no.code, asked: no.asked }).toEqual({ code: 3, asked: ["Start? [y/N] "] });
  expect(provider.requests).toEqual([]);
  expect((await evalAgainst(provider, ["skills/greeter", "-n", "1"], { answers: ["y"] })).code).toBe(0);
});

test("offline evals grade only what a program can check", async () => {
  const machine = createTestMachine(evalFiles);
  const { code, out, asked } = await machine.run([
    "eval",
    "skills/greeter",
    "--offline",
    "-n",
    "1",
    "--outputs",
  ]);
  expect({ code, asked }).toEqual({ code: 0, asked: [] });
  expect(out).toContain("file-created: greeting.txt");
  expect(out).not.toContain("as sailors do");
});

test("mistakes in eval files are reported with line and column, before anything is spent", async () => {
  const machine = createTestMachine({
    ...evalFiles,
    "repo/skills/greeter/evals/evals.json":
      '{\n  "skill_name": "greeter",\n  "evals": [{ "id": 1, "prompt": 7 }]\n}\n',
    "repo/skills/greeter/evals/eval_queries.json": "[{]",
  });
  const provider = await startEvalProvider();
  const { code, err } = await evalAgainst(provider, ["skills/greeter", "-y"], { machine });
  expect(code).toBe(1);
  expect(err).toContain("skills/greeter/evals/evals.json:3:");
  expect(err).toContain("skills/greeter/evals/eval_queries.json:1:");
  expect(err).not.toMatch(/\bat .*\.ts:/);
  expect(existsSync(`${machine.folder}/${workspace}`)).toBe(false);
});

test("a skill without evals is not a success", async () => {
  const { code, err } = await evalAgainst(await startEvalProvider(), ["skills/adder", "-y"]);
  expect(code).toBe(1);
  expect(err).toContain("adder has no evals");
});

test("an unusable model ends the evals with its reason, and finished work is kept", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startProvider("anthropic", () => ({ fault: { kind: "status", status: 401 } }));
  const { code, err } = await evalAgainst(provider, ["skills/greeter", "-y", "--outputs"], { machine });
  expect(code).toBe(4);
  expect(err).toContain("run the command again to continue");
  expect(err).not.toMatch(/\bat .*\.ts:/);
});

test("--fail-under makes a low pass rate a failure", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider("anthropic", (text) =>
    text.includes("Say ahoy") ? { text: "Hello." } : undefined,
  );
  const words = ["skills/greeter", "--outputs", "-n", "1", "-y", "--fail-under", "0.8"];
  const { code, err } = await evalAgainst(provider, words, { machine });
  expect(code).toBe(1);
  expect(err).toContain("0 % passed with anthropic/claude-sonnet-5-5, below --fail-under 0.8.");
});

test("--max-cost ends the evals early, and another run continues", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider();
  const words = ["skills/greeter", "--outputs", "-n", "4", "-y", "-j", "1"];
  const first = await evalAgainst(provider, [...words, "--max-cost", "0.000001"], { machine });
  expect(first.code).toBe(1);
  expect(first.err).toContain("--max-cost reached");
  const second = await evalAgainst(provider, words, { machine });
  expect(second.code).toBe(0);
  expect(second.err).toMatch(/8 runs, \d of them reused \(resuming iteration 1\)/);
});

test("Ctrl-C keeps finished work", async () => {
  const machine = createTestMachine(evalFiles);
  const controller = new AbortController();
  let answers = 0;
  const provider = await startEvalProvider("anthropic", () => {
    answers += 1;
    if (answers === 5) controller.abort();
    return undefined;
  });
  const words = ["skills/greeter", "--outputs", "-n", "3", "-y", "-j", "1"];
  const { code } = await evalAgainst(provider, words, { machine, signal: controller.signal });
  expect(code).toBe(130);
  expect((await evalAgainst(provider, words, { machine })).code).toBe(0);
});

test("optimize finds a description by queries, chooses by those held back, and writes only on request", async () => {
  const queries = ["hail", "welcome", "salute", "receive", "meet"].flatMap((verb) => [
    { query: `${verb} the guests`, should_trigger: true },
    { query: `count the ${verb}s`, should_trigger: false },
  ]);
  const machine = createTestMachine({
    ...evalFiles,
    "repo/skills/greeter/evals/eval_queries.json": JSON.stringify(queries),
  });
  const provider = await startEvalProvider("anthropic", (text) => {
    if (text.includes("new_description"))
      return { text: "<new_description>Greets guests. Use whenever guests are named.</new_description>" };
    const isListed = text.includes("whenever guests are named");
    return isListed && text.includes("the guests") && !text.includes("skill_content")
      ? { calls: [{ id: "c1", tool: "skills_load", input: { skill: "greeter" } }] }
      : { text: "Done." };
  });
  const words = ["optimize", "skills/greeter", "-n", "1", "-y"];
  const file = `${machine.folder}/repo/skills/greeter/SKILL.md`;
  const before = readFileSync(file, "utf8");
  const first = await evalAgainst(provider, words, { machine });
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toContain("Greets guests. Use whenever guests are named.");
  expect(first.out).toContain("--write");
  expect(readFileSync(file, "utf8")).toBe(before);
  const second = await evalAgainst(provider, [...words, "--write", "--json"], { machine });
  expect(evalSchemas["eval-optimize"]?.parse(JSON.parse(second.out))).toMatchObject({ written: true });
  expect(readFileSync(file, "utf8")).toBe(
    before.replace(/description: .*/, "description: Greets guests. Use whenever guests are named."),
  );
});

test("diff compares iterations, workspaces and files", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider();
  const words = ["skills/greeter", "--outputs", "-n", "1", "-y"];
  await evalAgainst(provider, words, { machine });
  const file = `${machine.folder}/repo/skills/greeter/SKILL.md`;
  writeFileSync(file, readFileSync(file, "utf8").replace("Say ahoy", "Say nothing"));
  await evalAgainst(provider, words, { machine });
  const [one, two] = ["iteration-1", "iteration-2/benchmark.json"].map(
    (name) => `skills/greeter-workspace/${name}`,
  );
  const text = await machine.run(["eval", "diff", one ?? "", two ?? ""]);
  expect(text.code).toBe(0);
  expect(text.out).toContain("100 % →      0 %   -100 pt  pass rate");
  const { out } = await machine.run(["eval", "diff", one ?? "", "skills/greeter-workspace", "--json"]);
  expect(evalSchemas["eval-diff"]?.parse(JSON.parse(out))).toMatchObject({
    metrics: { passRate: { before: 1, after: 0, difference: -1 } },
  });
});

test("report writes a page from existing results", async () => {
  const machine = createTestMachine(evalFiles);
  await evalAgainst(await startEvalProvider(), ["skills/greeter", "--outputs", "-n", "1", "-y"], { machine });
  const { code, out } = await machine.run(["eval", "report", "skills/greeter-workspace", "-o", "page.html"]);
  expect({ code, out }).toEqual({ code: 0, out: "page.html\n" });
  expect(readFileSync(`${machine.folder}/repo/page.html`, "utf8")).toMatch(/^<!doctype html>/i);
});

test.each([
  [["a", "b"], "eval takes one SKILL"],
  [["skills"], "eval takes one SKILL, but there are 2 here"],
  [["skills/greeter", "--runs", "0"], "--runs must be a whole number from 1 to 100"],
  [["skills/greeter", "--judge", ""], "--judge needs a value"],
  [["skills/greeter", "--judge", "none", "--blind"], "--blind needs a judge"],
  [["skills/greeter", "--dialect", "klingon"], "--dialect must be skill-creator or guide"],
  [["skills/greeter", "--baseline", "skills"], "has no SKILL.md"],
  [["skills/greeter", "--baseline", "previous"], "no previous version found"],
  [["skills/greeter", "--fail-under", "80"], "--fail-under must be a number from 0 to 1"],
  [["skills/greeter", "--serve"], "eval has no --serve"],
  [["skills/greeter", "--neighbors", "nowhere"], "--neighbors must be a folder of skills"],
  [["skills/greeter", "--neighbors", "skills/greeter/evals"], "no skill found in skills/greeter/evals"],
  [["skills/greeter", "--threshold", "0"], "--threshold must be greater than 0 and less than 1"],
  [["skills/greeter", "--threshold", "1"], "--threshold must be greater than 0 and less than 1"],
  [["skills/greeter", "--eval", "99"], "--eval: "],
  [
    ["skills/greeter", "--model", "compatible/x", "--base-url", "http://127.0.0.1:1/v1", "--max-cost", "1"],
    "--max-cost cannot be enforced",
  ],
  [["diff", "one"], "eval diff takes two results"],
  [["diff", "skills", "skills"], "no eval results in skills"],
  [["diff", "a", "b", "--runs", "3"], "eval diff has no --runs"],
  [["report"], "eval report takes one FOLDER"],
  [["report", "skills"], "no eval results in skills"],
])("%j is refused with a reason", async (words, reason) => {
  const { code, err } = await evalAgainst(await startEvalProvider(), words);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test("only the workspace is written", async () => {
  const machine = createTestMachine(evalFiles);
  await evalAgainst(await startEvalProvider(), ["skills/greeter", "-n", "1", "-y"], { machine });
  expect(readdirSync(`${machine.folder}/repo`)).toEqual(["skills"]);
  expect(readdirSync(`${machine.folder}/repo/skills`)).toEqual(["adder", "greeter", "greeter-workspace"]);
  expect(readdirSync(`${machine.folder}/repo/skills/greeter`)).toEqual(["SKILL.md", "evals"]);
});

test("a link that came with a workspace is replaced by the page, not written through", async () => {
  const machine = createTestMachine({ ...evalFiles, "home/.bashrc": "mine" });
  await evalAgainst(await startEvalProvider(), ["skills/greeter", "--outputs", "-n", "1", "-y"], { machine });
  const page = `${machine.folder}/${workspace}/iteration-1/report.html`;
  rmSync(page);
  symlinkSync(`${machine.folder}/home/.bashrc`, page);
  expect((await machine.run(["eval", "report", "skills/greeter-workspace"])).code).toBe(0);
  expect(readFileSync(`${machine.folder}/home/.bashrc`, "utf8")).toBe("mine");
  expect(lstatSync(page).isSymbolicLink()).toBe(false);
});

test("a plan needs no key", async () => {
  const machine = createTestMachine(evalFiles);
  const { code, out } = await machine.run(["eval", "skills/greeter", "--plan"]);
  expect(code).toBe(0);
  expect(out).toContain("a model (none is configured)");
  expect((await machine.run(["eval", "skills/greeter", "--yes"])).code).toBe(4);
});

test("--neighbors names a folder of skills, without the skill itself", async () => {
  const provider = await startEvalProvider();
  const { out } = await evalAgainst(provider, [
    "skills/greeter",
    "--plan",
    "--triggers",
    "--neighbors",
    "skills",
  ]);
  expect(out).toContain("2 queries among 1 other skill");
});

test("--fail-under fails if nothing was graded", async () => {
  const machine = createTestMachine({
    ...evalFiles,
    "repo/skills/greeter/evals/evals.json": JSON.stringify({
      skill_name: "greeter",
      evals: [{ id: 1, prompt: "Hi.", expected_output: "Ahoy.", assertions: ["It is friendly"] }],
    }),
  });
  const words = ["skills/greeter", "--outputs", "-n", "1", "-y", "--judge", "none", "--fail-under", "0.5"];
  const { code, err } = await evalAgainst(await startEvalProvider(), words, { machine });
  expect(code).toBe(1);
  expect(err).toContain("nothing was graded");
});

test("a quiet command shows the plan before it asks", async () => {
  const { err, asked } = await evalAgainst(await startEvalProvider(), ["skills/greeter", "-q"], {
    answers: ["n"],
  });
  expect(asked).toEqual(["Start? [y/N] "]);
  expect(err).toContain("Evals of greeter");
});

test("Ctrl-C at the question exits like any Ctrl-C", async () => {
  const { code } = await evalAgainst(await startEvalProvider(), ["skills/greeter"], {
    signal: AbortSignal.abort(),
  });
  expect(code).toBe(130);
});

test("unreadable results cause a warning", async () => {
  const machine = createTestMachine(evalFiles);
  await evalAgainst(await startEvalProvider(), ["skills/greeter", "--outputs", "-n", "1", "-y"], { machine });
  const run = `${machine.folder}/${workspace}/iteration-1/eval-welcome-the-captain-aboard/with_skill/run-1`;
  writeFileSync(`${run}/grading.json`, "{");
  const { code, err } = await machine.run(["eval", "report", "skills/greeter-workspace"]);
  expect(code).toBe(0);
  expect(err).toMatch(/^warning: skills\/greeter-workspace\/.*grading\.json/m);
});

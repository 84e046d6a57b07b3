import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../../test-io.ts";
import { startProvider, stopProvidersAfterwards, wireKinds } from "../test-run.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const schema = z
  .looseObject({})
  .parse(JSON.parse(readFileSync(new URL("../../../schemas/test.schema.json", import.meta.url), "utf8")));
const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const scripted = `name: Greetings
cases:
  - name: Says hello
    input: Greet me with scripts/greet.sh.
    turns: [{text: Hello to you.}]
    assertions: [{type: contains, value: Hello}]
  - name: Says goodbye
    input: Leave.
    turns: [{text: Hello again.}]
    assertions: [{type: contains, value: Goodbye, description: manners}]
`;
const asked = "- {name: Counts, input: How many?, expectedOutput: There are three.}\n";
const recording = "repo/s/tests/recordings/scenarios/counts.json";

const files = {
  "repo/s/SKILL.md": skillFile("s"),
  "repo/s/scripts/greet.sh": "echo hello\n",
  "repo/s/tests/cases/01-basic.yaml": 'name: basic\ninput: {command: "true"}\n',
  "repo/s/tests/scenarios/greet.yaml": scripted,
};
const withAsked = { ...files, "repo/s/tests/scenarios.yaml": asked };

type Ran = Awaited<ReturnType<TestMachine["run"]>>;
const run = (machine: TestMachine, ...words: readonly string[]): Promise<Ran> =>
  machine.run(["test", "s", "--no-sandbox", ...words]);

async function rowsOf(machine: TestMachine, ...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await run(machine, "--json", ...words);
  const report = z
    .looseObject({ cases: z.array(z.looseObject({ case: z.string(), status: z.string() })) })
    .parse(JSON.parse(out));
  expect([isValid(report), isValid.errors]).toEqual([true, null]);
  return report.cases.map(({ case: stem, status }) => `${stem} ${status}`);
}

test("S2-32: scenarios run with the cases of a skill, and their failures are in the same report", async () => {
  const machine = createTestMachine(files);
  const { code, out } = await run(machine, "--json");
  expect({ code, report: JSON.parse(out) }).toMatchObject({
    code: 1,
    report: {
      version: 1,
      summary: { passed: 2, failed: 1, skipped: 0 },
      cases: [
        { case: "01-basic", status: "passed" },
        { skill: "s", case: "greet/says-hello", name: "Says hello", status: "passed", failures: [] },
        {
          case: "greet/says-goodbye",
          status: "failed",
          failures: [{ kind: "contains", expected: "Goodbye", output: "Hello again." }],
        },
      ],
    },
  });
  expect([isValid(JSON.parse(out)), isValid.errors]).toEqual([true, null]);
});

test.each(["text", "junit", "tap", "github"])(
  "%s shows the assertion, and the agent's last text",
  async (format) => {
    const { out } = await run(createTestMachine(files), "--format", format);
    expect(out).toContain("Goodbye");
    expect(out).toContain("Hello again.");
    expect(out).toContain("The agent did not say the text. (manners)");
  },
);

test("GitHub shows a failure at the name of its case", async () => {
  const { out } = await run(createTestMachine(files), "--format", "github");
  expect(out).toContain("file=s/tests/scenarios/greet.yaml,line=7,");
});

test.each([
  [["greet"], ["greet/says-hello passed", "greet/says-goodbye failed"]],
  [["greet/says-hello"], ["greet/says-hello passed"]],
  [["01-basic"], ["01-basic passed"]],
])("--case %j chooses all of a file or one case", async (stems, expected) => {
  const words = stems.flatMap((stem) => ["--case", stem]);
  expect(await rowsOf(createTestMachine(files), ...words)).toEqual(expected);
});

test("shards, --bail and coverage count scenarios", async () => {
  const machine = createTestMachine(files);
  const shards = await Promise.all(["1/3", "2/3", "3/3"].map((shard) => rowsOf(machine, "--shard", shard)));
  expect(shards.flat().sort()).toEqual([
    "01-basic passed",
    "greet/says-goodbye failed",
    "greet/says-hello passed",
  ]);
  writeFileSync(
    `${machine.folder}/repo/s/tests/cases/01-basic.yaml`,
    "name: basic\ninput: {command: exit 1}\n",
  );
  expect(await rowsOf(machine, "--bail", "--jobs", "1")).toEqual([
    "01-basic failed",
    "greet/says-hello skipped",
    "greet/says-goodbye skipped",
  ]);
  expect((await run(machine, "--coverage")).out).toContain(
    "Every script and every reference is touched by a case.",
  );
});

test("a case that needs a model is skipped without one, in every report, and is not a failure", async () => {
  const machine = createTestMachine(withAsked);
  const reason = "It needs a model (--model NAME) or a recording of one (--record).";
  const { code, out } = await run(machine, "--case", "scenarios", "--json");
  expect({ code, report: JSON.parse(out) }).toMatchObject({
    code: 0,
    report: { summary: { passed: 0, failed: 0, skipped: 1 }, cases: [{ status: "skipped", reason }] },
  });
  for (const format of ["text", "junit", "tap", "github"]) {
    const shown = await run(machine, "--case", "scenarios", "--format", format);
    expect(shown.out.replace(/\n */g, " "), format).toContain(reason);
  }
});

test.each(wireKinds)(
  "S2-32: --record saves the answers of a model of %s, and then no model is needed",
  async (kind) => {
    const machine = createTestMachine(withAsked);
    const provider = await startProvider(kind, [{ text: "There are three. Bye." }]);
    const { environment, words } = provider;
    const recorded = await machine.run(
      ["test", "s", "--no-sandbox", "--case", "scenarios", "--record", ...words],
      { environment },
    );
    expect(recorded).toMatchObject({ code: 0 });
    expect(recorded.out).toContain("Written: s/tests/recordings/scenarios/counts.json");
    expect(readFileSync(`${machine.folder}/${recording}`, "utf8")).not.toContain(machine.folder);
    await provider.close();
    expect(await rowsOf(machine, "--case", "scenarios")).toEqual(["scenarios/counts passed"]);
  },
);

test("after the skill has changed, a recording is reported as outdated, with how to record again", async () => {
  const machine = createTestMachine(withAsked);
  const provider = await startProvider("chat", [{ text: "There are three." }]);
  await run(machine, "--case", "scenarios", "--record", ...provider.words);
  writeFileSync(`${machine.folder}/repo/s/scripts/greet.sh`, "echo bye\n");
  const { code, out } = await run(machine, "--case", "scenarios");
  expect(code).toBe(1);
  expect(out.replace(/\n[ │┊]*/g, "")).toMatch(/skills have changed.*--case scenarios\/counts --record/);
});

test("a key alone costs nothing: only a named model is called, and then recordings are ignored", async () => {
  const machine = createTestMachine(withAsked);
  const provider = await startProvider("anthropic", [
    { text: "There are three." },
    { text: "There are three." },
  ]);
  const { environment } = provider;
  const words = ["test", "s", "--no-sandbox", "--case", "scenarios"];
  await machine.run(words, { environment });
  expect(provider.requests).toEqual([]);
  expect((await machine.run([...words, "--model", "sonnet"], { environment })).code).toBe(0);
  expect(provider.requests).toHaveLength(1);
  expect(existsSync(`${machine.folder}/${recording}`)).toBe(false);
});

test("an unavailable model ends the command before anything runs", async () => {
  const { code, out, err } = await run(createTestMachine(withAsked), "--record");
  expect({ code, out }).toEqual({ code: 4, out: "" });
  expect(err).toContain("ANTHROPIC_API_KEY");
});

test("invalid scenario files are findings with line and column, and the rest still runs", async () => {
  const machine = createTestMachine({
    ...files,
    "repo/s/tests/scenarios/bad.yaml": "name: Bad\ncases:\n  - {name: a, input: b, asertions: []}\n",
  });
  const { code, out } = await run(machine, "--case", "bad", "--case", "greet/says-hello");
  expect(code).toBe(1);
  expect(out).toMatch(/s\/tests\/scenarios\/bad\.yaml:3:\d+\n/);
  expect(out).toContain("Did you mean");
  expect(out).toContain("✓ greet/says-hello");
});

test("--record cannot be combined with --watch", async () => {
  const { code, err } = await run(createTestMachine(files), "--watch", "--record");
  expect(code).toBe(2);
  expect(err).toContain("--record cannot be combined with --watch.");
});

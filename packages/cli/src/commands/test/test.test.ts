import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readerLeft } from "../../io.ts";
import {
  createTestMachine,
  removeTestMachines,
  skillFile,
  type TestIoOptions,
  type TestMachine,
} from "../../test-io.ts";

afterAll(removeTestMachines);

/** A case that runs a command; `expected` is YAML in braces. */
function caseFile(name: string, command: string, expected = "{}"): string {
  return `name: ${name}\ninput:\n  command: ${JSON.stringify(command)}\nexpected: ${expected}\n`;
}

const pdf = "repo/skills/pdf";
const files = {
  [`${pdf}/SKILL.md`]: skillFile("pdf"),
  [`${pdf}/scripts/greet.sh`]: 'echo "hello $1"\n',
  [`${pdf}/scripts/idle.sh`]: "true\n",
  [`${pdf}/references/notes.md`]: "# Notes\n",
  [`${pdf}/tests/cases/01-basic.yaml`]: caseFile(
    "greets",
    "sh scripts/greet.sh you",
    '{stdout-contains: ["hello you"]}',
  ),
  [`${pdf}/tests/cases/02-wrong.yaml`]: caseFile(
    "greets-wrongly",
    "sh scripts/greet.sh me",
    '{exit-code: 1, stdout-contains: ["hello you"]}',
  ),
  "repo/skills/csv/SKILL.md": skillFile("csv"),
  "repo/skills/csv/tests/cases/only.yaml": caseFile("passes", "true"),
  "repo/skills/bare/SKILL.md": skillFile("bare"),
  "repo/docs/readme.md": "# Nothing\n",
  "home/.claude/skills/far/SKILL.md": skillFile("far"),
  "home/.claude/skills/far/tests/cases/01-far.yaml": caseFile("far-away", "true"),
  "home/.claude/skills/csv/SKILL.md": skillFile("csv"),
  "home/.claude/skills/csv/tests/cases/installed.yaml": caseFile("installed", "true"),
};

const run = (words: readonly string[], options: TestIoOptions = {}): ReturnType<TestMachine["run"]> =>
  createTestMachine(files).run(["test", "--no-sandbox", ...words], options);

const schema = z
  .looseObject({})
  .parse(JSON.parse(readFileSync(new URL("../../../schemas/test.schema.json", import.meta.url), "utf8")));
const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const Report = z.looseObject({
  summary: z.object({ passed: z.number(), failed: z.number(), skipped: z.number() }),
  cases: z.array(z.looseObject({ skill: z.string(), case: z.string(), status: z.string() })),
});

/** The report of a run, checked against its published schema. */
async function reportOf(
  words: readonly string[],
  machine: TestMachine = createTestMachine(files),
): Promise<{ readonly code: number; readonly report: z.infer<typeof Report> }> {
  const { code, out } = await machine.run(["test", "--no-sandbox", "--json", ...words]);
  const report = Report.parse(JSON.parse(out));
  expect([isValid(report), isValid.errors]).toEqual([true, null]);
  return { code, report };
}

async function casesOf(words: readonly string[]): Promise<readonly string[]> {
  const { report } = await reportOf(words);
  return report.cases.map(({ skill, case: stem }) => `${skill}/${stem}`);
}

test("S0-30: without arguments every case of every skill below this folder runs", async () => {
  const { code, report } = await reportOf([]);
  expect({ code, ...report }).toMatchObject({
    code: 1,
    version: 1,
    summary: { passed: 2, failed: 1, skipped: 0 },
    cases: [
      { skill: "csv", case: "only", name: "passes", status: "passed", failures: [] },
      { skill: "pdf", case: "01-basic", name: "greets", status: "passed", failures: [] },
      {
        skill: "pdf",
        case: "02-wrong",
        name: "greets-wrongly",
        status: "failed",
        failures: [
          { kind: "exit-code", expected: 1, actual: 0, message: expect.stringContaining("exit code") },
          { kind: "stdout-contains", expected: "hello you", actual: "hello me\n" },
        ],
      },
    ],
  });
});

test.each([
  [["pdf"], ["pdf/01-basic", "pdf/02-wrong"]],
  [["skills/pdf/SKILL.md"], ["pdf/01-basic", "pdf/02-wrong"]],
  [
    ["./skills", "csv", "skills/csv/"],
    ["csv/only", "pdf/01-basic", "pdf/02-wrong"],
  ],
  [
    ["--skill", "pdf"],
    ["pdf/01-basic", "pdf/02-wrong"],
  ],
  [
    ["/csv", "--skill", "far"],
    ["csv/only", "far/01-far"],
  ],
  [["far"], ["far/01-far"]],
  [["~/.claude/skills/csv"], ["csv/installed"]],
  [["csv", "--root", "../home/.claude/skills"], ["csv/only"]],
])(
  "S0-31: %j names skills by path, by name here or by name in the catalog, each once",
  async (words, cases) => {
    expect(await casesOf(words)).toEqual(cases);
  },
);

test.each([
  [["pdf", "--case", "01-basic"], ["pdf/01-basic"]],
  [
    ["--case", "only", "--case", "01-basic"],
    ["csv/only", "pdf/01-basic"],
  ],
])("S0-32: %j runs the cases in the files of these names and no others", async (words, cases) => {
  const { code, report } = await reportOf(words);
  expect(report.cases.map(({ skill, case: stem }) => `${skill}/${stem}`)).toEqual(cases);
  expect(code).toBe(0);
});

test.each([
  [["pdf", "--case", "01-basc"], "no case '01-basc'. Did you mean 01-basic?"],
  [["pdf", "--case", "wrong"], "no case 'wrong'. Did you mean 02-wrong?"],
  [["--case", "zzz"], "no case 'zzz'. Available: only, 01-basic, 02-wrong."],
  [["bare", "--case", "x"], "no case 'x'. There are no cases."],
  [["docs"], "No skill named docs."],
  [["./docs"], "no skill in ./docs; name a skill or a folder of skills."],
  [["no/such"], "No such file or directory: no/such"],
  [[""], "SKILL must be a name or a path; found ''."],
  [["--format", "xml"], "--format must be one of text, json, junit, tap, github; found 'xml'."],
  [["--json", "--format", "tap"], "--json and --format tap cannot be combined."],
  [["--shard", "3/2"], "--shard must be a part such as 2/4; found '3/2'."],
  [["--retry", "x"], "--retry must be a whole number from 0 to 10; found 'x'."],
  [["--jobs", "0"], "--jobs must be a whole number from 1 to 256; found '0'."],
  [["--timeout", "-1"], "--timeout requires a value"],
  [["--watch", "--json"], "--watch cannot be combined with --format json."],
  [["--watch", "--update"], "--update cannot be combined with --watch."],
])("%j is wrong usage, reported with the correct form", async (words, message) => {
  const { code, out, err } = await run(words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(message);
});

test("a skill that is not trusted is refused by name, and runs when its folder is named", async () => {
  const machine = createTestMachine({
    "repo/.git/HEAD": "",
    "repo/sub/a.txt": "",
    "repo/.claude/skills/theirs/SKILL.md": skillFile("theirs"),
    "repo/.claude/skills/theirs/tests/cases/a.yaml": caseFile("a", "true"),
  });
  const byName = await machine.run(["test", "--no-sandbox", "theirs"], { cwd: `${machine.folder}/repo/sub` });
  expect(byName.code).toBe(3);
  expect(byName.err).toContain("is not available here");
  expect((await machine.run(["test", "--no-sandbox", ".claude/skills/theirs"])).code).toBe(0);
});

test("without a sandbox nothing runs: refused, with what to install and how to run without one", async () => {
  const machine = createTestMachine(files);
  const { code, out, err } = await machine.run(["test", "pdf"]);
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err).toMatch(/No sandbox is available.*bubblewrap/s);
  expect(err).toContain("--no-sandbox");
  expect((await run(["csv"])).err).toContain("note: without a sandbox, programs can read, change");
});

test("nothing to test is a failure, unless allowed by a flag", async () => {
  const one = await run(["bare"]);
  expect(one).toMatchObject({
    code: 1,
    out: "",
    err: "skillwright test: bare has no tests. A test is a file tests/cases/NAME.yaml in a skill's folder.\n",
  });
  expect((await run(["bare", "--pass-with-no-tests"])).code).toBe(0);
  const { code, report } = await reportOf(["bare"]);
  expect({ code, summary: report.summary }).toEqual({
    code: 1,
    summary: { passed: 0, failed: 0, skipped: 0 },
  });
});

test("invalid files are findings with line and column, and the valid cases still run", async () => {
  const machine = createTestMachine({
    ...files,
    "repo/skills/csv/tests/cases/bad.yaml": "name: bad\ninput: {comand: x}\n",
    "repo/skills/bare/tests/test-config.json": '{"version": 2}',
  });
  const { code, report } = await reportOf(["csv", "bare"], machine);
  expect({ code, ...report }).toMatchObject({
    code: 1,
    summary: { passed: 1, failed: 2, skipped: 0 },
    cases: [
      {
        case: "bad",
        failures: [
          { kind: "file", file: "tests/cases/bad.yaml", line: 2, column: 8 },
          { kind: "file", line: 2, column: 9, message: expect.stringContaining("Did you mean command?") },
        ],
      },
      { case: "only", status: "passed" },
      {
        skill: "bare",
        case: "test-config",
        failures: [{ file: "tests/test-config.json", line: 1, column: 13 }],
      },
    ],
  });
});

test("shards together run each case once, and an empty shard is not a failure", async () => {
  const shards = await Promise.all(["1/4", "2/4", "3/4", "4/4"].map((shard) => reportOf(["--shard", shard])));
  const cases = shards.map(({ report }) => report.cases.map(({ case: stem }) => stem));
  expect(cases).toEqual([["only"], ["01-basic"], ["02-wrong"], []]);
  expect(shards.map(({ code }) => code)).toEqual([0, 0, 1, 0]);
});

test("--retry tries again, and reports that a case passed only then", async () => {
  const machine = createTestMachine({
    "repo/s/SKILL.md": skillFile("s"),
    "repo/s/tests/cases/a.yaml": caseFile("a", `test -e "$COUNT" || { touch "$COUNT"; exit 1; }`),
  });
  writeFileSync(
    `${machine.folder}/repo/s/tests/test-config.json`,
    JSON.stringify({ version: 1, env: { COUNT: `${machine.folder}/count` } }),
  );
  expect((await machine.run(["test", "s", "--no-sandbox"])).code).toBe(1);
  rmSync(`${machine.folder}/count`);
  const { code, report } = await reportOf(["s", "--retry", "2"], machine);
  expect({ code, ...report }).toMatchObject({ code: 0, cases: [{ status: "passed", flaky: true }] });
  rmSync(`${machine.folder}/count`);
  const { out } = await machine.run(["test", "s", "--no-sandbox", "--retry", "2"]);
  expect(out).toContain("passed on attempt 2\n");
});

test("--bail stops at the first failure, and the rest is skipped", async () => {
  const machine = createTestMachine({
    "repo/s/SKILL.md": skillFile("s"),
    "repo/s/tests/cases/a.yaml": caseFile("a", "false"),
    "repo/s/tests/cases/b.yaml": caseFile("b", "true"),
  });
  const { code, report } = await reportOf(["s", "--bail", "--jobs", "1"], machine);
  expect({ code, summary: report.summary }).toEqual({
    code: 1,
    summary: { passed: 0, failed: 1, skipped: 1 },
  });
});

test("--timeout overrides the skill's setting", async () => {
  const machine = createTestMachine({
    "repo/s/SKILL.md": skillFile("s"),
    "repo/s/tests/test-config.json": '{"version": 1, "timeout": 600}',
    "repo/s/tests/cases/a.yaml": caseFile("a", "exec sleep 1000"),
  });
  const { report } = await reportOf(["s", "--timeout", "0.3"], machine);
  expect(report.cases).toMatchObject([{ failures: [{ kind: "stopped", actual: "timed-out" }] }]);
});

test("--update writes the output to the skill's snapshots, and changes nothing else of the skill", async () => {
  const machine = createTestMachine({
    "repo/s/SKILL.md": skillFile("s"),
    "repo/s/tests/cases/a.yaml": caseFile("a", "echo one; touch new", "{snapshot: true}"),
  });
  const words = ["test", "s", "--no-sandbox"];
  const missing = await machine.run(words);
  expect(missing.code).toBe(1);
  expect(missing.out).toContain("--update");
  expect((await machine.run([...words, "--update"])).code).toBe(0);
  expect((await machine.run(words)).code).toBe(0);
  expect(existsSync(`${machine.folder}/repo/s/new`)).toBe(false);
  writeFileSync(`${machine.folder}/repo/s/tests/cases/a.yaml`, caseFile("a", "echo two", "{snapshot: true}"));
  const changed = await machine.run(words);
  expect(changed.code).toBe(1);
  expect(changed.out).toMatch(/- \| one\n.*\+ \| two/);
});

test("--coverage lists the scripts and references that no case touches", async () => {
  const { out } = await run(["pdf", "--case", "01-basic", "--coverage"]);
  expect(out).toContain("No case touches:\n  pdf\n    scripts/idle.sh\n    references/notes.md\n");
  const { report } = await reportOf(["pdf", "csv", "--case", "only", "--coverage"]);
  expect(report.coverage).toEqual([{ skill: "csv", untouched: { scripts: [], references: [] } }]);
  expect((await run(["pdf"])).out).toContain(
    "No case touches 2 files of scripts/ and references/; --coverage lists them.\n",
  );
});

test("a skill behind a link out of the folder is not run, unless it is named", async () => {
  const machine = createTestMachine(files);
  symlinkSync(`${machine.folder}/home/.claude/skills/far`, `${machine.folder}/repo/skills/linked`);
  const all = await reportOf([], machine);
  expect(all.report.cases.map(({ skill }) => skill)).toEqual(["csv", "pdf", "pdf"]);
  const named = await reportOf(["skills/linked"], machine);
  expect(named.report.cases.map(({ skill }) => skill)).toEqual(["far"]);
});

test("paths that a project's configuration ignores are not tested", async () => {
  const machine = createTestMachine({
    ...files,
    "repo/skillwright.config.json": '{"ignore": ["skills/pdf"]}',
  });
  const { report } = await reportOf([], machine);
  expect(report.cases.map(({ skill }) => skill)).toEqual(["csv"]);
});

const slow = {
  "repo/s/SKILL.md": skillFile("s"),
  "repo/s/tests/cases/a.yaml": caseFile("a", 'touch "$BEGUN"; exec sleep 1000'),
  "repo/s/tests/cases/b.yaml": caseFile("b", "true"),
};

test.each([
  [undefined, 130, "○ a"],
  [readerLeft, 141, ""],
])(
  "when interrupted by %s it exits with %i, and the remaining cases are skipped",
  async (reason, expected, shown) => {
    const machine = createTestMachine(slow);
    const begun = `${machine.folder}/begun`;
    writeFileSync(
      `${machine.folder}/repo/s/tests/test-config.json`,
      JSON.stringify({ version: 1, env: { BEGUN: begun } }),
    );
    const controller = new AbortController();
    const running = machine.run(["test", "s", "--no-sandbox", "--jobs", "1"], { signal: controller.signal });
    await expect.poll(() => existsSync(begun), { timeout: 30_000 }).toBe(true);
    controller.abort(reason);
    const { code, out } = await running;
    expect(code).toBe(expected);
    expect(out).toContain(shown);
    expect(out === "").toBe(shown === "");
  },
);

const programs = (process.env.PATH ?? "").split(":");
const hasBubblewrap = programs.some((folder) => existsSync(`${folder}/bwrap`));

describe.skipIf(!hasBubblewrap)("in a real sandbox", () => {
  const place = { programs };
  const environment = { PATH: process.env.PATH ?? "" };

  test("a case can access neither the home folder nor the skill itself, and a failing one shows its output", async () => {
    const expected = "{not-contains: [the secret], stdout-contains: [SKILL.md]}";
    const command = "cat $OUTSIDE/home/secret.txt; echo x > $OUTSIDE/repo/s/made; ls; exit 5";
    const machine = createTestMachine({
      "home/secret.txt": "the secret",
      "repo/s/SKILL.md": skillFile("s"),
      "repo/s/tests/cases/a.yaml": caseFile("a", command, expected),
    });
    writeFileSync(
      `${machine.folder}/repo/s/tests/test-config.json`,
      JSON.stringify({ version: 1, env: { OUTSIDE: machine.folder } }),
    );
    const { code, out } = await machine.run(["test", "s", "--json"], { place, environment });
    expect({ code, report: JSON.parse(out) }).toMatchObject({
      code: 1,
      report: {
        cases: [
          { failures: [{ kind: "exit-code", actual: 5, output: expect.stringContaining("No such file") }] },
        ],
      },
    });
    expect(existsSync(`${machine.folder}/repo/s/made`)).toBe(false);
  });
});

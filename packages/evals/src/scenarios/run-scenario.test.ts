import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { planCases, runCase, runFirst, scenarioCase } from "./test-scenarios.ts";

const bash = (command: string): object => ({ calls: [{ tool: "bash", input: { command } }] });
const assert = (type: string, value: string): object => ({ type, value });

test("S2-32: an agent does the task with the skill in its own folder, and all of OmniForge's assertions are judged", async () => {
  const result = await runCase(
    {
      files: ["tests/fixtures/given/a.txt"],
      turns: [
        { text: "I look first.", ...bash("cat given/a.txt; echo more >> given/a.txt; echo made > new.txt") },
        { text: "All 42 lines are read." },
      ],
      assertions: [
        assert("contains", "I look first"),
        assert("not-contains", "sorry"),
        assert("matches-regex", "All \\d+ lines"),
        assert("file-created", "new.txt"),
        assert("file-modified", "given/*.txt"),
        assert("command-executed", "cat given/a.txt"),
        assert("custom", "tests/checks/look.sh new.txt made"),
      ],
    },
    {
      "tests/fixtures/given/a.txt": "one\n",
      "tests/checks/look.sh": 'grep -q "$2" "$1" && grep -q "All 42"',
    },
  );
  expect(result).toMatchObject({
    skill: "tried",
    case: "scenarios/a-case",
    name: "A case",
    status: "passed",
    failures: [],
    problems: [],
    attempts: 1,
  });
});

test("each unmet expectation is a failure with its kind, the expectation, the evidence and the agent's last text", async () => {
  const description = "People read only the first line.";
  const result = await runCase(
    {
      turns: [{ text: "I am sorry." }],
      assertions: [
        { type: "contains", value: "hello", description },
        assert("not-contains", "sorry"),
        assert("matches-regex", "^\\d+$"),
        assert("file-created", "out.csv"),
        assert("file-modified", "in.csv"),
        assert("command-executed", "ls"),
        assert("custom", "tests/checks/no.sh"),
      ],
      expectedOutput: "Welcome",
    },
    { "tests/checks/no.sh": "echo it is wrong; exit 3" },
  );
  expect(result.status).toBe("failed");
  expect(result.failures).toMatchObject([
    { kind: "contains", expected: "hello", description, said: "I am sorry." },
    { kind: "not-contains", expected: "sorry", actual: expect.stringContaining("I am sorry.") },
    { kind: "matches-regex", expected: "^\\d+$" },
    { kind: "file-created", expected: "out.csv" },
    { kind: "file-modified", expected: "in.csv" },
    { kind: "command-executed", expected: "ls", actual: expect.stringContaining("No command ran.") },
    { kind: "custom", expected: "tests/checks/no.sh", actual: "it is wrong" },
  ]);
  expect(result.output?.stdout).toContain("I am sorry.");
});

test("without a judge, expected output must occur in the agent's text", async () => {
  const flat = { assertions: [], expectedOutput: "43 rows" };
  expect(await runCase({ ...flat, turns: [{ text: "There are 42 rows." }] })).toMatchObject({
    status: "failed",
    failures: [{ kind: "expected-output", expected: "43 rows", actual: "The agent did not say it." }],
  });
  expect(
    await runCase({ ...flat, expectedOutput: "42 rows", turns: [{ text: "There are 42 rows." }] }),
  ).toMatchObject({
    status: "passed",
  });
});

const script = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\nallowed-tools: Read\n---\n" };

test("a call that the skill's own list refuses was not executed", async () => {
  const turns = [bash("touch made"), { text: "I am done." }];
  const assertions = [assert("command-executed", "touch made"), assert("file-created", "made")];
  expect(await runCase({ turns, assertions }, script)).toMatchObject({
    failures: [
      { kind: "command-executed", actual: expect.stringContaining("was refused") },
      { kind: "file-created" },
    ],
  });
});

test("the folders of a run have names in a script, and a script of the skill reads the agent's files", async () => {
  const result = await runCase(
    {
      files: ["tests/fixtures/a.txt"],
      turns: [
        {
          calls: [
            {
              tool: "skills_run_script",
              input: { name: "tried", script: "show.sh", args: [`\${WORKSPACE}/a.txt`] },
            },
          ],
        },
        bash(`cp \${SKILL_DIR}/scripts/show.sh copy.sh`),
        { text: "I am done." },
      ],
      assertions: [assert("custom", "tests/checks/heard.sh"), assert("file-created", "copy.sh")],
    },
    {
      "scripts/show.sh": 'cat "$1"',
      "tests/fixtures/a.txt": "the fixture",
      "tests/checks/heard.sh": 'grep -q "the fixture" || { echo "nobody read it"; exit 1; }',
    },
  );
  expect(result).toMatchObject({ status: "passed" });
});

test("programs among the fixtures come before those of the machine, for hooks too, and are not the agent's files", async () => {
  const manifest = "---\nname: tried\ndescription: Is tried.\nhooks:\n  pre: scripts/pre.sh\n---\n";
  const one = {
    turns: [bash("frobctl version > out.txt"), { text: "I am done." }],
    assertions: [assert("file-created", "out.txt"), assert("custom", "tests/checks/out.sh")],
  };
  const files = {
    "SKILL.md": manifest,
    "scripts/pre.sh": "frobctl version >/dev/null || exit 2",
    "tests/fixtures/bin/frobctl": "#!/bin/sh\necho version 1.99\n",
    "tests/checks/out.sh": 'grep -q "version 1.99" out.txt && test ! -e bin && test ! -e frobctl',
  };
  expect(await runCase({ ...one, files: ["tests/fixtures/bin/frobctl"] }, files)).toMatchObject({
    status: "passed",
  });
  expect(await runCase(one, files)).toMatchObject({
    status: "failed",
    failures: [{ kind: "not-run", actual: expect.stringContaining("frobctl") }],
  });
});

test("a skill with unmet requirements does not run, and reports why", async () => {
  const broken = {
    "SKILL.md": "---\nname: tried\ndescription: Is tried.\nhooks:\n  pre: scripts/pre.sh\n---\n",
    "scripts/pre.sh": "echo wrong cluster >&2; exit 2",
  };
  expect(await runCase({}, broken)).toMatchObject({
    status: "failed",
    failures: [{ kind: "not-run", actual: expect.stringContaining("wrong cluster") }],
  });
});

test.each([
  [
    "ends too soon",
    [bash("true")],
    { kind: "not-run", actual: expect.stringContaining("The script has no turn 2") },
  ],
  ["says nothing that counts", [bash("exit 1"), { text: "Never." }], { kind: "contains" }],
])("a script that %s fails", async (_, turns, failure) => {
  expect(await runCase({ turns })).toMatchObject({ status: "failed", failures: [failure] });
});

test("an agent that does not finish is stopped by its timeout or step limit", async () => {
  const slow = await runCase({ timeout: 1, turns: [bash("sleep 1000"), { text: "I am done." }] });
  expect(slow.failures).toMatchObject([{ kind: "stopped", actual: "timed-out" }]);
  const many = await runCase({ "max-steps": 1, turns: [bash("true"), { text: "I am done." }] });
  expect(many.failures).toMatchObject([{ kind: "ended", actual: "It took 1 steps." }]);
});

test("a canceled run is skipped", async () => {
  const signal = AbortSignal.abort();
  expect(await runFirst(planCases([scenarioCase()]), { signal })).toMatchObject({ status: "skipped" });
});

test("a run leaves nothing behind", async () => {
  // Other tests create sibling folders, so the agent reports which are its own.
  const assertions = [assert("contains", "something else")];
  const { failures } = await runCase({ turns: [{ text: `\${WORKSPACE} \${SKILL_DIR}` }], assertions });
  const [failure] = failures;
  const folders = failure && "said" in failure ? failure.said.split(" ") : [];
  expect(folders).toEqual([
    expect.stringMatching(/skillwright-trial-\w+\/work$/),
    expect.stringMatching(/skillwright-skills-\w+\/0\/tried$/),
  ]);
  expect(folders.filter((folder) => existsSync(dirname(folder)))).toEqual([]);
});

import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { createUnconfinedSandbox } from "@skillwright/runtime/sandbox";
import { describe, expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { CaseResult } from "./case.ts";
import { testingLimits } from "./limits.ts";
import { planTests } from "./plan-tests.ts";
import { commandCase, createSuite, runCommand, runFirst, runPlanned } from "./test-suite.ts";

const passed = {
  skill: "tried",
  case: "01-case",
  name: "a-case",
  status: "passed",
  durationMs: expect.any(Number),
  failures: [],
  problems: [],
  attempts: 1,
};

/** Existing copies of skills, including those of concurrent tests. */
function copies(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("skillwright-test-"));
}

describe("a case with a command (S0-19)", () => {
  test("S0-22: runs in a copy of the skill's folder, and passes when everything is as expected", async () => {
    expect(
      await runFirst({
        "scripts/hello.sh": "#!/bin/sh\necho hello from $(basename $PWD); cat tests/fixtures/a.txt\n",
        "tests/fixtures/a.txt": "a fixture\n",
        "tests/cases/01-case.yaml": commandCase("./scripts/hello.sh", [
          "stdout-contains: [hello from tried, a fixture]",
        ]),
      }),
    ).toEqual(passed);
  });

  test("S0-25: fails on another exit code, with the expected and the actual one and the output", async () => {
    expect(await runCommand("echo said; echo why >&2; exit 3")).toEqual({
      ...passed,
      status: "failed",
      failures: [{ kind: "exit-code", expected: 0, actual: 3, output: expect.stringContaining("why") }],
      output: { stdout: "said\n", stderr: "why\n" },
    });
  });

  test("S0-22: runs in bash", async () => {
    expect(await runCommand("[[ a == a ]] && echo {1..3}", ["stdout-contains: [1 2 3]"])).toEqual(passed);
  });

  test("S0-22: runs in sh without bash, and fails without either", async () => {
    const [withSh, empty] = [createTestFolder(), createTestFolder()];
    writeFileSync(join(withSh, "sh"), '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 });
    const runWith = (path: string): Promise<CaseResult> =>
      runCommand("echo hello", ["stdout-contains: [hello]"], {
        sandbox: createUnconfinedSandbox(),
        environment: { PATH: path },
      });
    expect(await runWith(withSh)).toEqual(passed);
    expect((await runWith(empty)).failures).toEqual([
      { kind: "not-run", expected: "exited", actual: expect.stringContaining("sh") },
    ]);
  });

  test("S0-23: gets its standard input, or an empty one", async () => {
    const stdin = (line: string): string => `name: a-case\ninput:\n  command: "wc -c"\n  ${line}\n`;
    const outputs = ["stdin: hello", "stdin: null", "files: []"].map((line) =>
      runFirst({ "tests/cases/01-case.yaml": `${stdin(line)}expected:\n  stdout-contains: [never]\n` }),
    );
    expect((await Promise.all(outputs)).map(({ output }) => output?.stdout.trim())).toEqual(["5", "0", "0"]);
  });

  test("S0-20: gets the config's variables, those of scripts, and none of the host's secrets", async () => {
    const { output } = await runFirst({
      "tests/test-config.json": '{"version":1,"env":{"SKILL_TEST":"true","GREETING":"a b"}}',
      "tests/cases/01-case.yaml": commandCase(
        'echo "$SKILL_TEST $GREETING $SKILL_NAME $(basename "$SKILL_DIR") [$SECRET_TOKEN]"',
        ["stdout-contains: [never]"],
      ),
    });
    expect(output?.stdout).toBe("true a b tried tried []\n");
  });

  test("reports files that it created, not existing ones", async () => {
    const command = "mkdir -p out && echo 1 > out/new.txt && echo 2 > SKILL.md";
    expect(await runCommand(command, ["files-created: [out/new.txt]"])).toEqual(passed);
    const { failures } = await runCommand(command, ["files-created: [SKILL.md, out/other.txt]"]);
    expect(failures).toEqual([
      { kind: "files-created", expected: "SKILL.md", actual: ["out/new.txt"] },
      { kind: "files-created", expected: "out/other.txt", actual: ["out/new.txt"] },
    ]);
  });

  test("answers expressions on which a backtracking engine runs for ages", async () => {
    const { failures } = await runCommand(`printf '%050d!' 0`, ["stdout-matches: ['^(0+)+$']"]);
    expect(failures).toEqual([
      { kind: "stdout-matches", expected: "^(0+)+$", actual: expect.stringMatching(/^0+!$/) },
    ]);
  });
});

describe("the copy of the skill for a case (S0-19)", () => {
  test("isolates the case from the next one and from the author's folder", async () => {
    const content = {
      "notes.txt": "as it was",
      "tests/cases/01-case.yaml": commandCase("test ! -e made && echo 1 > made && echo changed > notes.txt"),
    };
    const skill = createSuite(content);
    const before = contentOf(skill.directory);
    const plan = planTests({ fs: createNodeFileSystem(), skill });
    const results = await Promise.all([runPlanned(plan), runPlanned(plan), runPlanned(plan)]);
    expect(results).toEqual([passed, passed, passed]);
    expect(contentOf(skill.directory)).toEqual(before);
  });

  test("is removed, however the case ends", async () => {
    const { output } = await runCommand("echo $PWD; mkdir -p a/b; touch a/b/c; chmod 0 a/b; exit 1");
    const [, copy = "unknown"] = /(skillwright-test-\w+)/.exec(output?.stdout ?? "") ?? [];
    expect(copy).toMatch(/^skillwright-test-/);
    expect(copies()).not.toContain(copy);
  });

  test("is impossible if the skill's folder has a link that leads out", async () => {
    const skill = createSuite({ "tests/cases/01-case.yaml": commandCase("true") });
    symlinkSync(createTestFolder(), join(skill.directory, "leak"));
    const plan = planTests({ fs: createNodeFileSystem(), skill });
    expect(await runPlanned(plan)).toEqual({
      ...passed,
      status: "failed",
      failures: [
        {
          kind: "not-run",
          expected: "exited",
          actual: `${skill.directory}/leak is not a valid skill: it is a link whose target is not a file or folder of the skill.`,
        },
      ],
    });
  });
});

function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [file, nodeSha256(readFileSync(file))];
    }),
  );
}

describe("a snapshot", () => {
  const file = "tests/cases/01-case.yaml";
  const content = { [file]: commandCase("echo hello; pwd; echo why >&2", ["snapshot: true"]) };

  test("is saved on request among the skill's files, and then matches", async () => {
    const skill = createSuite(content);
    const plan = planTests({ fs: createNodeFileSystem(), skill });
    expect((await runPlanned(plan)).failures).toEqual([
      { kind: "snapshot", expected: "a kept snapshot", actual: [] },
    ]);
    expect(await runPlanned(plan, { snapshots: "update" })).toEqual({ ...passed, snapshot: "written" });
    expect(readFileSync(join(skill.directory, "tests/snapshots/01-case.txt"), "utf8")).toBe(
      "stdout:\n| hello\n| <skill>\nstderr:\n| why\n",
    );
    expect(await runPlanned(plan)).toEqual(passed);
  });

  test("that holds is not written again", async () => {
    const skill = createSuite(content);
    const plan = planTests({ fs: createNodeFileSystem(), skill });
    const kept = join(skill.directory, "tests/snapshots/01-case.txt");
    await runPlanned(plan, { snapshots: "update" });
    const { ino } = statSync(kept);
    expect(await runPlanned(plan, { snapshots: "update" })).toEqual({ ...passed, snapshot: "unchanged" });
    expect(statSync(kept).ino).toBe(ino);
    // As long as before, but other words.
    writeFileSync(kept, readFileSync(kept, "utf8").replace("hello", "hallo"));
    expect(await runPlanned(plan, { snapshots: "update" })).toEqual({ ...passed, snapshot: "written" });
    expect(readFileSync(kept, "utf8")).toContain("| hello");
  });

  test("that is a link to the same text becomes a file", async () => {
    const skill = createSuite(content);
    const plan = planTests({ fs: createNodeFileSystem(), skill });
    const kept = join(skill.directory, "tests/snapshots/01-case.txt");
    await runPlanned(plan, { snapshots: "update" });
    renameSync(kept, join(skill.directory, "elsewhere.txt"));
    symlinkSync("../../elsewhere.txt", kept);
    expect(await runPlanned(plan, { snapshots: "update" })).toEqual({ ...passed, snapshot: "written" });
    expect(lstatSync(kept).isSymbolicLink()).toBe(false);
  });

  test("that no longer matches shows the lines that differ", async () => {
    const skill = createSuite({ ...content, "tests/snapshots/01-case.txt": "stdout:\n| hallo\n" });
    const { status, failures } = await runPlanned(planTests({ fs: createNodeFileSystem(), skill }));
    expect(status).toBe("failed");
    expect(failures).toEqual([
      {
        kind: "snapshot",
        expected: "as kept",
        actual: expect.arrayContaining(["- | hallo", "+ | hello", "+ | <skill>"]),
      },
    ]);
  });

  test("is not compared with truncated output", async () => {
    const command = `head -c ${testingLimits.testOutputBytes + 1} /dev/zero`;
    const { failures } = await runFirst({ [file]: commandCase(command, ["snapshot: true"]) });
    expect(failures.map(({ kind }) => kind)).toEqual(["truncated"]);
  });

  test("is not updated by a case that fails otherwise", async () => {
    const skill = createSuite({ [file]: commandCase("exit 1", ["snapshot: true"]) });
    const plan = planTests({ fs: createNodeFileSystem(), skill });
    expect((await runPlanned(plan, { snapshots: "update" })).status).toBe("failed");
    expect(readdirSync(join(skill.directory, "tests"))).toEqual(["cases"]);
  });
});

describe("without a sandbox that confines", () => {
  const host = { sandbox: createUnconfinedSandbox() };

  test("a case still has its own home and temporary files", async () => {
    const { output } = await runCommand('echo "$HOME"; mktemp; exit 1', [], host);
    const [home = "", temporary = ""] = output?.stdout.trim().split("\n") ?? [];
    expect(home).toContain("skillwright-test-");
    expect(home).not.toContain(homedir());
    expect(temporary.startsWith(home)).toBe(true);
    expect(copies().some((name) => home.includes(name))).toBe(false);
  });
});

test("the time limit of a case is the config's", async () => {
  const skill = createSuite({
    "tests/test-config.json": '{"version":1,"timeout":0.5}',
    "tests/cases/01-case.yaml": commandCase("echo begun; sleep 1000"),
  });
  const result = await runPlanned(planTests({ fs: createNodeFileSystem(), skill }));
  expect(result).toMatchObject({
    status: "failed",
    failures: [{ kind: "stopped", actual: "timed-out", output: "begun\n" }],
  });
});

test("output beyond the limit fails the case", async () => {
  const { failures } = await runCommand(`head -c ${testingLimits.testOutputBytes + 1} /dev/zero`);
  expect(failures).toMatchObject([{ kind: "truncated" }]);
});

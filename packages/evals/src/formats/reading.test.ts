import { describe, expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { readEvals } from "./evals-json.ts";
import { formatsLimits } from "./limits.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readTriggerQueries } from "./trigger-queries.ts";
import { readEvalCase, readEvalConfig } from "./uaaps-case.ts";

/** Problems, and notes behind a `~`, each with line and column. */
function told(read: ReadEvalFile<unknown>): readonly string[] {
  const line = ({ range: { start }, message }: ReadEvalFile<unknown>["notes"][number]): string =>
    `${start.line}:${start.column} ${message}`;
  return [...(read.ok ? [] : read.problems.map(line)), ...read.notes.map((note) => `~${line(note)}`)];
}

describe("evals.json", () => {
  const evals = (source: string): readonly string[] => told(readEvals(source, "evals/evals.json"));
  const one = '"id": 1, "prompt": "p", "expected_output": "e"';

  test("all errors are reported at once, in file order, and unknown keys as notes", () => {
    const source = `{
  "skil_name": "a",
  "evals": [
    { "id": 1, "prompt": " ", "expected_output": 5, "files": ["/etc/passwd", "a/../b"], "model": "x" },
    { "id": 1, "prompt": "p", "assertions": ["", {"text": "x"}] },
    "third"
  ]
}`;
    expect(evals(source)).toEqual([
      "1:1 skill_name: expected a value, found nothing.",
      "2:3 skil_name: unknown key. Did you mean skill_name?",
      "4:26 evals[0].prompt: expected text, found nothing.",
      "4:63 evals[0].files[0]: expected a path relative to the skill, found an absolute one.",
      "4:78 evals[0].files[1]: expected a path without .. because it could leave the skill.",
      "5:5 evals[1].expected_output: expected a value, found nothing.",
      "5:13 evals[1].id: 1 is already used.",
      "5:46 evals[1].assertions[0]: expected text, found nothing.",
      "5:50 evals[1].assertions[1]: expected text, found map.",
      "6:5 evals[2]: expected a mapping, found string.",
      "~4:89 evals[0].model: unknown key. Known keys: id, name, prompt, expected_output, files, assertions, expectations.",
    ]);
  });

  test("a file that a tool added keys to is read, and they are named", () => {
    const read = readEvals(`{"skill_name": "s", "version": 2, "evals": [{${one}, "category": "x"}]}`, "e");
    expect(read.ok).toBe(true);
    expect(told(read)).toEqual([
      "~1:21 version: unknown key. Known keys: skill_name, evals.",
      "~1:94 evals[0].category: unknown key. Known keys: id, name, prompt, expected_output, files, assertions, expectations.",
    ]);
  });

  test("both spellings of assertions are merged, without duplicates", () => {
    const read = readEvals(
      `{"skill_name": "s", "evals": [{${one}, "assertions": ["a", "b"],\n "expectations": ["b", "c"]}]}`,
      "e",
    );
    expect(read).toMatchObject({ ok: true, value: { evals: [{ assertions: ["a", "b", "c"] }] } });
    expect(told(read)).toEqual(["~2:2 evals[0]: assertions and expectations are combined."]);
  });

  test("an id that is a name is read as written, with a note", () => {
    const read = readEvals(
      `{"skill_name": "s", "evals": [{"id": "basic", "prompt": "p", "expected_output": "e"}]}`,
      "e",
    );
    expect(read).toMatchObject({ ok: true, value: { evals: [{ id: "basic" }] } });
    expect(told(read)).toEqual(["~1:38 evals[0].id: other tools expect a whole number here."]);
  });

  test('1 and "1" are one id, since both would name the same folder', () => {
    const source = `{"skill_name": "s", "evals": [{${one}}, {"id": "1", "prompt": "p", "expected_output": "e"}]}`;
    expect(evals(source)[0]).toMatch(/evals\[1\]\.id: 1 is already used\.$/);
  });

  test.each(["asertions", "expectation", "expected_outputs", "Assertions"])(
    "the key %s is misspelled, which would cost runs without a grade",
    (key) => {
      const source = `{"skill_name": "s", "evals": [{${one}, "${key}": ["x"]}]}`;
      expect(evals(source)).toEqual([
        expect.stringMatching(/^1:80 evals\[0\]\.\w+: unknown key\. Did you mean \w+\?$/),
      ]);
    },
  );

  describe("statements that a program checks", () => {
    const statements = (...list: readonly string[]): readonly string[] =>
      evals(`{"skill_name": "s", "evals": [{${one},\n"assertions": ${JSON.stringify(list)}}]}`);

    test.each([
      ["matches-regex: ((", "expected a regular expression: Unterminated group"],
      ['The answer matches the regex "[a".', "expected a regular expression: Unterminated character class"],
      ["contains:", "expected text after contains:, found nothing"],
      ["not-contains:  ", "expected text after not-contains:, found nothing"],
      ['command-executed: ""', "expected text after command-executed:, found nothing"],
      ["file-created: /tmp/x", "expected a path relative to the agent's folder, found an absolute one"],
      ["file-modified: ../x", "expected a path without .. because it could leave the agent's folder"],
    ])("%j can never pass, and is reported before it costs anything", (statement, why) => {
      expect(statements("fine", statement)).toEqual([`2:23 evals[0].assertions[1]: ${why}.`]);
    });

    test.each([
      ["contain: x", "contain", "contains"],
      ["file-create: x", "file-create", "file-created"],
      ["file_created: x", "file_created", "file-created"],
      ["matches: ^a$", "matches", "matches-regex"],
      ["command: git status", "command", "command-executed"],
      ["contains:x", "contains", "contains"],
    ])("%j is similar to one, which is noted", (statement, word, near) => {
      expect(statements(statement)).toEqual([
        `~2:16 evals[0].assertions[0]: this goes to the judge, because it does not start with a known check. Did you mean "${near}: " instead of "${word}:"?`,
      ]);
    });

    test.each([
      "contains: x",
      "matches-regex: ^a(b|c)$",
      "file-created: out/*.csv",
      "Contains: a list of files",
      "note: the file has three rows",
      "file: it is there",
      "The output: a table",
      "contains the word x",
      "https://example.org is cited",
      "custom: it is polite",
    ])("%j is not an error", (statement) => {
      expect(statements(statement)).toEqual([]);
    });
  });

  test("a file that is missing in the skill is reported with its position", () => {
    const source = `{"skill_name": "s", "evals": [{${one},\n "files": ["./evals//files/a.csv", "b.csv"]}]}`;
    const read = readEvals(source, "e", { hasFile: (path) => path === "evals/files/a.csv" });
    expect(told(read)).toEqual(["2:36 evals[0].files[1]: no such file in the skill."]);
    expect(readEvals(source, "e")).toMatchObject({
      ok: true,
      value: { evals: [{ files: ["evals/files/a.csv", "b.csv"] }] },
    });
  });

  test.each([
    ["", "1:1 Invalid JSON from here."],
    [
      "[]",
      "1:1 Expected a mapping with skill_name and evals (a list of entries with id, prompt and expected_output), found list.",
    ],
    ['{"skill_name": "s", "evals": []}', "1:30 evals: expected 1 to 500 evals, found 0."],
    ['{"skill_name": "", "evals": {}}', "1:16 skill_name: expected text, found nothing."],
    ['{"skill_name": "s", "evals": [],}', "1:32 Invalid JSON: trailing comma."],
    ["skill_name: s\nevals: []", "1:1 Invalid JSON from here."],
  ])("%j is refused", (source, problem) => {
    expect(evals(source)[0]).toBe(problem);
  });

  test("evals and assertions beyond the limit are reported once", () => {
    const many = Array.from({ length: evalsLimits.evalCases + 1 }, () => `{${one}}`).join(",");
    expect(evals(`{"skill_name": "s", "evals": [${many}]}`)[0]).toContain(
      "expected 1 to 500 evals, found 501",
    );
    const long = JSON.stringify(Array.from({ length: formatsLimits.evalAssertions + 1 }, () => "a"));
    expect(evals(`{"skill_name": "s", "evals": [{${one}, "assertions": ${long}}]}`)).toEqual([
      "1:94 evals[0].assertions: expected at most 64 entries, found 65.",
    ]);
  });
});

describe("eval_queries.json", () => {
  const queries = (source: string): readonly string[] =>
    told(readTriggerQueries(source, "eval_queries.json"));

  test("queries are read in order", () => {
    const source = '[{"query": "a", "should_trigger": true}, {"query": "b", "should_trigger": false}]';
    expect(readTriggerQueries(source, "q")).toEqual({
      ok: true,
      value: [
        { query: "a", shouldTrigger: true },
        { query: "b", shouldTrigger: false },
      ],
      notes: [],
    });
  });

  test("all errors are reported at once", () => {
    const source = `[
  {"query": "a", "should_trigger": "false"},
  {"query": "", "should_trigger": true},
  {"query": "b"},
  {"query": "c", "should_trigger": true, "why": "x"},
  {"query": "c", "should_trigger": false},
  {"query": "c", "should_trigger": true}
]`;
    expect(queries(source)).toEqual([
      "2:36 [0].should_trigger: expected true or false without quotes, found string.",
      "3:13 [1].query: expected text, found nothing.",
      "4:3 [2].should_trigger: expected a value, found nothing.",
      "6:13 [4].query: this query is already listed, with the opposite answer.",
      "~5:42 [3].why: unknown key. Known keys: query, should_trigger.",
      "~7:13 [5].query: this query is already listed.",
    ]);
  });

  test.each([
    ["[]", "1:1 Expected 1 to 1000 queries, found 0."],
    ["{}", "1:1 Expected a list of entries with query and should_trigger, found map."],
    ["null", "1:1 Expected a list of entries with query and should_trigger, found null."],
    ["[{]", "1:3 Invalid JSON from here."],
  ])("%s is refused", (source, problem) => {
    expect(queries(source)).toEqual([problem]);
  });
});

describe("§4.3: eval-config.json", () => {
  const config = (source: string): readonly string[] =>
    told(readEvalConfig(source, "evals/eval-config.json"));

  test("the defaults are 120 seconds, no network, the whole workspace, no variables", () => {
    expect(readEvalConfig('{"version": 1, "engine": "claude-code"}', "c")).toEqual({
      ok: true,
      value: {
        engine: "claude-code",
        timeoutSeconds: 120,
        sandbox: { network: false, writablePaths: [] },
        environment: {},
      },
      notes: [],
    });
  });

  test.each(["copilot", "cursor"])("the engine %s is reserved, and refused as that", (engine) => {
    expect(config(`{"version": 1, "engine": "${engine}"}`)).toEqual([
      `1:26 engine: ${engine} is reserved and cannot run headless. Use claude-code or codex.`,
    ]);
  });

  test("all errors are reported at once", () => {
    const source = `{
  "version": 2,
  "engine": "gpt",
  "timeout": 0,
  "judge": "",
  "sandbox": { "network": "maybe", "writable-paths": ["..", "/tmp", "./"], "memory": 5 },
  "env": { "A B": "x" },
  "retries": 3
}`;
    expect(config(source)).toEqual([
      "2:14 version: expected 1, the only version, found 2.",
      "3:13 engine: expected claude-code or codex or copilot or cursor, found string.",
      "4:14 timeout: expected seconds, more than 0 and at most 3600, found 0.",
      "5:12 judge: expected text, found nothing.",
      "6:27 sandbox.network: expected true or false, found string.",
      "6:55 sandbox.writable-paths[0]: expected a path without .. because it could leave the skill.",
      "6:61 sandbox.writable-paths[1]: expected a path relative to the skill, found an absolute one.",
      "7:12 env.A B: expected a name of letters, digits and underscores that does not start with a digit.",
      "~6:76 sandbox.memory: unknown key. Known keys: network, writable-paths.",
      "~8:3 retries: unknown key. Known keys: version, engine, timeout, judge, sandbox, env.",
    ]);
  });
});

describe("§4.3: a case of UAAPS", () => {
  const whole = "name: a\ninput: {prompt: p}\njudge: {criteria: c}\n";

  test("a prompt and criteria are enough", () => {
    expect(readEvalCase(whole, "c")).toEqual({
      ok: true,
      value: {
        name: "a",
        input: { prompt: "p", files: [], workspaceFiles: [] },
        expected: { contains: [], notContains: [], filesCreated: [] },
        criteria: "c",
      },
      notes: [],
    });
  });

  test.each(["skill", "hook", "agent"])("the target %s:NAME is read", (kind) => {
    expect(readEvalCase(`${whole}target: ${kind}:pre-tool-use\n`, "c")).toMatchObject({
      ok: true,
      value: { target: { kind, name: "pre-tool-use" } },
    });
  });

  test("a judge without criteria is refused", () => {
    expect(told(readEvalCase("name: a\ninput: {prompt: p}\njudge: {}\n", "c"))).toEqual([
      "3:8 judge.criteria: expected a value, found nothing.",
    ]);
    expect(told(readEvalCase("name: a\ninput: {prompt: p}\n", "c"))).toEqual([
      "1:1 judge: expected a value, found nothing.",
    ]);
  });

  test("all errors are reported at once", () => {
    const source = `name: Not A Name
target: file:x
input:
  prompt: ""
  files: [fixtures/a.pdf, ../b]
  workspace-files: [/etc/x]
expected:
  contains: [""]
  contain: [x]
  agent-blocked: perhaps
judge:
  criteria: "  "
`;
    expect(told(readEvalCase(source, "c", { hasFile: () => false }))).toEqual([
      "1:7 name: expected only a-z, 0-9 and hyphens.",
      "2:9 target: expected skill:NAME, hook:EVENT or agent:NAME.",
      "4:11 input.prompt: expected text, found nothing.",
      "5:11 input.files[0]: no such file in evals.",
      "5:27 input.files[1]: expected a path without .. because it could leave the skill.",
      "6:21 input.workspace-files[0]: expected a path relative to the skill, found an absolute one.",
      "8:14 expected.contains[0]: expected text, found nothing.",
      "9:3 expected.contain: unknown key. Did you mean contains?",
      "10:18 expected.agent-blocked: expected true or false, found string.",
      "12:13 judge.criteria: expected text, found nothing.",
    ]);
  });

  test("an empty file and one that is not YAML are reported", () => {
    expect(told(readEvalCase("", "c"))).toEqual([
      "1:1 Expected a mapping with name, input and judge, found nothing.",
    ]);
    expect(told(readEvalCase("name: [", "c"))[0]).toMatch(/^1:7 Cannot read this/);
  });
});

import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";

afterAll(removeTestMachines);

const machine = createTestMachine({
  "repo/docs/a.md": "",
  "repo/policy.json": '{"version":1,"deny":["Bash(git push:*)"],"ask":["Write"]}',
  "repo/user.yaml": "version: 1\notherwise: ask\nmode: grant\n",
  "repo/broken.json": '{"version":1,"deny":["Bash(git"]}',
});

const explain = ["policy", "explain"];
const git = ["--allowed-tools", "Bash(git:*) Read(./docs/**)"];
const status = ["--tool", "Bash", "--input", '{"command":"git status"}'];
const pipe = ["--tool", "Bash", "--input", '{"command":"git log | sh"}'];

test("S1-34 S3-38: a call on the skill's list is allowed, and the rule is named", async () => {
  const { code, out, err } = await machine.run([...explain, ...git, ...status, "--json"]);
  expect({ code, err, answer: JSON.parse(out) }).toEqual({
    code: 0,
    err: "",
    answer: { effect: "allow", rule: "Bash(git:*)", layer: "skill", reason: "on-the-list" },
  });
});

test("a call that is not is denied with exit code 3, and the responsible part is named", async () => {
  const { code, out } = await machine.run([...explain, ...git, ...pipe, "--skill", "review", "--json"]);
  expect({ code, answer: JSON.parse(out) }).toEqual({
    code: 3,
    answer: { effect: "deny", rule: "only", layer: "skill review", reason: "not-on-the-list", detail: "sh" },
  });
});

test("a folder of a skill brings its own lists, unless flags give others", async () => {
  const own = createTestMachine({
    "repo/review/SKILL.md":
      "---\nname: review\ndescription: Reviews.\nallowed-tools: Bash(git log:*)\n---\n# Review\n",
  });
  const ask = [...explain, "--skill", "./review", "--json"];
  const denied = await own.run([...ask, ...status]);
  expect({ code: denied.code, layer: JSON.parse(denied.out).layer }).toEqual({
    code: 3,
    layer: "skill review",
  });
  expect((await own.run([...ask, ...git, ...status])).code).toBe(0);
  expect(await own.run([...ask, "--skill", "./none", ...status])).toMatchObject({ code: 2 });
});

test("paths are relative to the working folder, with links resolved", async () => {
  const read = async (path: string): Promise<number> =>
    (await machine.run([...explain, ...git, "--tool", "Read", "--input", JSON.stringify({ path })])).code;
  expect(await read("docs/a.md")).toBe(0);
  expect(await read(`${machine.folder}/repo/docs/a.md`)).toBe(0);
  expect(await read("docs/../policy.json")).toBe(3);
  expect(await read("/etc/passwd")).toBe(3);
});

test("the text output fits 80 columns and explains the decision", async () => {
  const { out } = await machine.run([...explain, ...git, ...pipe], { columns: 200 });
  expect(out).toBe(
    [
      "deny",
      "rule    only",
      "layer   skill",
      "why     The skill allows only listed tools, and this is not on the list: sh.",
      "",
    ].join("\n"),
  );
  const long = await machine.run([
    ...explain,
    ...git,
    "--tool",
    "Bash",
    "--input",
    `{"command":"${"x ".repeat(90)}"}`,
  ]);
  expect(Math.max(...long.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("without a list nothing is restricted; an empty list leaves only the skill tools", async () => {
  expect((await machine.run([...explain, ...status])).code).toBe(0);
  expect((await machine.run([...explain, "--allowed-tools", "", ...status])).code).toBe(3);
  expect((await machine.run([...explain, "--allowed-tools", "", "--tool", "skills_list"])).code).toBe(0);
});

test("a skill's exclusions and the meaning of its list can be given", async () => {
  const denied = await machine.run([...explain, "--disallowed-tools", "Bash", ...status, "--json"]);
  expect(JSON.parse(denied.out)).toMatchObject({ effect: "deny", rule: "Bash", reason: "denied-by-rule" });
  const granted = await machine.run([...explain, ...git, "--mode", "grant", ...status, "--json"]);
  expect(JSON.parse(granted.out)).toMatchObject({ effect: "allow", reason: "allowed-by-rule" });
  const advised = await machine.run([...explain, ...git, "--mode", "advisory", ...pipe, "--json"]);
  expect(JSON.parse(advised.out)).toMatchObject({ effect: "allow", reason: "by-default", layer: "default" });
});

test("a policy takes precedence over the skill, and several policies combine", async () => {
  const push = ["--tool", "Bash", "--input", '{"command":"git push"}'];
  const denied = await machine.run([...explain, ...git, "--policy", "policy.json", ...push, "--json"]);
  expect({ code: denied.code, answer: JSON.parse(denied.out) }).toEqual({
    code: 3,
    answer: {
      effect: "deny",
      rule: "Bash(git push:*)",
      layer: "organisation",
      file: `${machine.folder}/repo/policy.json`,
      reason: "denied-by-rule",
      detail: "git push",
    },
  });
  const both = ["--policy", "policy.json", "--policy", "user.yaml"];
  const granted = await machine.run([...explain, ...git, ...both, ...status, "--json"]);
  expect(JSON.parse(granted.out)).toMatchObject({ effect: "allow", reason: "allowed-by-rule" });
  const asked = await machine.run([...explain, ...git, ...both, "--tool", "deploy", "--json"]);
  expect({ code: asked.code, answer: JSON.parse(asked.out) }).toMatchObject({
    code: 3,
    answer: { effect: "ask", rule: "otherwise", reason: "by-default" },
  });
});

test("an unreadable policy decides nothing", async () => {
  const broken = await machine.run([...explain, "--policy", "broken.json", ...status]);
  expect(broken).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("at deny.0: expected one tool"),
  });
  const missing = await machine.run([...explain, "--policy", "nowhere.json", ...status]);
  expect(missing).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("No such file or directory: "),
  });
});

const lines = [
  '{"id":"a","allowedTools":"Bash(git:*)","tool":"Bash","input":{"command":"git status"}}',
  '{"id":2,"allowedTools":["Bash(git:*)","Read"],"tool":"Bash","input":{"command":"git log; id"}}',
  "",
  '{"id":"c","tool":"Bash","input":{"command":"anything"}}',
  '{"id":"d","allowedTools":[],"tool":"Read"}',
];

test("a batch is answered line by line, in order", async () => {
  const { code, out, err } = await machine.run([...explain, "--batch", "-"], { input: lines.join("\n") });
  expect({
    code,
    err,
    answers: out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  }).toEqual({
    code: 0,
    err: "",
    answers: [
      { id: "a", effect: "allow", rule: "Bash(git:*)", layer: "skill", reason: "on-the-list" },
      { id: 2, effect: "deny", rule: "only", layer: "skill", reason: "not-on-the-list", detail: "id" },
      { id: "c", effect: "allow", rule: "otherwise", layer: "default", reason: "by-default" },
      { id: "d", effect: "deny", rule: "only", layer: "skill", reason: "not-on-the-list" },
    ],
  });
});

test("a line that is not a call reports why, and the others are still answered", async () => {
  const input = [
    "{",
    "[]",
    '{"tool":"Bash"}',
    '{"id":"x","tool":7}',
    '{"id":"y","tool":"Bash","allowedTools":7}',
    '{"id":"z","tool":"Bash","allowedTools":[7]}',
    '{"id":"n","tool":"Bash","allowedTools":null}',
    `{"id":"long","input":"${"x".repeat(1_048_576)}"}`,
    lines[0],
  ].join("\n");
  const { code, out } = await machine.run([...explain, "--batch", "-"], { input });
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect({ code, ids: answers.map(({ id }) => id) }).toEqual({
    code: 2,
    ids: [null, null, null, "x", "y", "z", "n", null, "a"],
  });
  expect(answers.slice(0, 8).every(({ error }) => typeof error === "string")).toBe(true);
  expect(answers.at(-1)).toMatchObject({ effect: "allow" });
});

test("flags are defaults for the lines of a batch", async () => {
  const input = '{"id":"a","tool":"Read"}\n{"id":"b","tool":"Read","allowedTools":"Read"}\n';
  const { out } = await machine.run([...explain, "--allowed-tools", "Bash", "--batch", "-"], { input });
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).effect),
  ).toEqual(["deny", "allow"]);
});

test.each([
  [["policy"], "policy needs one action"],
  [["policy", "show"], "policy takes one"],
  [["policy", "explain", "more", "--tool", "x"], "policy needs one action"],
  [explain, "--tool is missing"],
  [[...explain, "--tool", "Bash", "--input", "{"], "--input is not JSON: '{'."],
  [[...explain, "--tool", "Bash", "--mode", "strict"], "--mode is one of restrict, grant, both, advisory"],
  [[...explain, "--batch", "-", "--tool", "Bash"], "--batch reads its calls from a file; leave out --tool."],
  [[...explain, "--batch", "nowhere.jsonl"], "No such file or directory: nowhere.jsonl"],
  [[...explain, "--batch", "docs"], "--batch requires a JSON Lines file; docs is a directory."],
])("%j is wrong usage that is explained", async (words, complaint) => {
  expect(await machine.run(words)).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining(complaint),
  });
});

test("a batch accepts the lists under every spelling, since an ignored one would allow everything", async () => {
  const call = { tool: "Bash", input: { command: "ls" } };
  const lines = [
    { id: 1, ...call, "allowed-tools": "Read" },
    { id: 2, ...call, allowed_tools: ["Read"] },
    { id: 3, ...call, disallowedTools: "Bash" },
    { id: 4, ...call, tool: " " },
    { id: 5, ...call, note: "other fields may stand there" },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join("\n");
  const { out } = await createTestMachine({}).run(["policy", "explain", "--batch", "-"], { input });
  const answers = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map(({ effect, error }) => effect ?? error)).toEqual([
    "deny",
    "deny",
    "deny",
    "expected the name of a tool at tool",
    "allow",
  ]);
});

test("a policy that is a folder is reported as one", async () => {
  const { run } = createTestMachine({ "repo/policies/a.json": "{}" });
  const words = ["policy", "explain", "--tool", "Bash", "--policy", "policies"];
  expect(await run(words)).toMatchObject({ code: 2, err: expect.stringContaining("it is not a file") });
});

test("the machine's and the user's policies apply, and the answer names the file of the rule", async () => {
  const own = createTestMachine({
    "system/policy.json": '{"version":1,"deny":["Bash(rm:*)"]}',
    "data/policy.yaml": "version: 1\nask: [Write]\n",
  });
  const answer = async (tool: string, input: object): Promise<unknown> => {
    const { out } = await own.run([...explain, "--tool", tool, "--input", JSON.stringify(input), "--json"]);
    return JSON.parse(out);
  };
  expect(await answer("Bash", { command: "rm a" })).toMatchObject({
    effect: "deny",
    layer: "organisation",
    file: `${own.folder}/system/policy.json`,
  });
  expect(await answer("Write", { path: "a" })).toMatchObject({
    effect: "ask",
    layer: "user",
    file: `${own.folder}/data/policy.yaml`,
  });
  const { out } = await own.run([...explain, "--tool", "Bash", "--input", '{"command":"rm a"}'], {
    columns: 200,
  });
  expect(out).toContain("file    ");
});

test("a skill that a policy does not list is hidden, and shown as denied with --all", async () => {
  const skill = (name: string): string =>
    `---\nname: ${name}\ndescription: Handles ${name} files. Use for ${name}.\n---\n# ${name}\n`;
  const own = createTestMachine({
    "system/policy.json": '{"version":1,"only":["Bash","Skill(pdf)"]}',
    "home/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "home/.agents/skills/deploy/SKILL.md": skill("deploy"),
  });
  const namesIn = (out: string): readonly string[] =>
    ["pdf", "deploy"].filter((name) => out.includes(`Handles ${name}`));
  expect(namesIn((await own.run(["list"])).out)).toEqual(["pdf"]);
  expect(namesIn((await own.run(["search", "handles files"])).out)).toEqual(["pdf"]);
  expect((await own.run(["list", "--all"])).out).toMatch(/deploy.*a policy denies it/s);
  expect((await own.run(["use", "pdf"])).code).toBe(0);
  expect(await own.run(["use", "deploy"])).toMatchObject({
    code: 3,
    err: expect.stringContaining("a policy denies it"),
  });
});

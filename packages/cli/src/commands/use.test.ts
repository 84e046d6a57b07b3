import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../test-io.ts";

afterAll(removeTestMachines);

const machine = createTestMachine({
  "repo/.claude/skills/theirs/SKILL.md": skillFile("theirs"),
  "home/.claude/skills/review/SKILL.md": skillFile("review", "", "# Review\n\nLook at $ARGUMENTS.\n"),
  "home/.claude/skills/review/references/style.md": "Be kind.\n",
  "home/.claude/skills/plain/SKILL.md": skillFile("plain", "", `Run !\`date\` in \${SOMEWHERE}.\n`),
  "home/.claude/skills/win/SKILL.md": skillFile(
    "win",
    'metadata:\n  openclaw: \'{"requires":{"bins":["no-such-program"]}}\'\n',
  ),
  "data/config.yaml": "catalog:\n  off: ['unwanted*']\n",
  "home/.claude/skills/unwanted-one/SKILL.md": skillFile("unwanted-one"),
});

test("S3-3 S1-35 S4-8: the activation is printed as a model receives it", async () => {
  const directory = `${machine.folder}/home/.claude/skills/review`;
  expect(await machine.run(["use", "review", "pr-123", "and", "its tests"])).toMatchObject({
    code: 0,
    err: expect.stringContaining("is not trusted"),
    out: [
      '<skill_content name="review">',
      "# Review",
      "",
      'Look at pr-123 and "its tests".',
      "",
      `Skill directory: ${directory}`,
      "Relative paths in this skill are relative to the skill directory. Run its commands there.",
      "<skill_resources>",
      "  <file>references/style.md</file>",
      "</skill_resources>",
      "</skill_content>",
      "",
    ].join("\n"),
  });
});

test("one argument is the whole line, as after a slash command", async () => {
  const { out } = await machine.run(["use", "review", "pr-123 and its tests"]);
  expect(out).toContain("Look at pr-123 and its tests.");
});

test("R3-7: arguments are matched to the names that the skill declares", async () => {
  const named = createTestMachine({
    "home/.claude/skills/fix/SKILL.md": skillFile(
      "fix",
      "arguments: issue branch\n",
      "Fix $issue on $branch.\n",
    ),
  });
  expect((await named.run(["use", "fix", "7", "my branch"])).out).toContain("Fix 7 on my branch.\n");
});

test("after -- arguments can look like options", async () => {
  const { out } = await machine.run(["use", "review", "--", "--json", "-x"]);
  expect(out).toContain("Look at --json -x.");
});

test("S3-33: --json has the content with id, path, digest and arguments", async () => {
  const { code, out } = await machine.run(["use", "/review", "pr-123", "--json"]);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      version: 1,
      id: "review",
      name: "review",
      path: `${machine.folder}/home/.claude/skills/review`,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      arguments: "pr-123",
      content: expect.stringContaining("Look at pr-123."),
      bytes: expect.any(Number),
      truncated: false,
      files: ["references/style.md"],
      filesLeftOut: 0,
      notes: [],
    },
  ]);
  const plain = JSON.parse((await machine.run(["use", "plain", "--json"])).out);
  expect(plain).toMatchObject({
    arguments: "",
    notes: [
      { kind: "inline-shell", command: "date" },
      { kind: "variable-unknown", name: "SOMEWHERE" },
    ],
  });
});

test("a carriage return alone cannot overwrite a line of the terminal", async () => {
  const path = "home/.claude/skills/cr/SKILL.md";
  const returning = createTestMachine({ [path]: skillFile("cr", "", "cr\rover\r\n\rSay $ARGUMENTS.\n") });
  const { code, out } = await returning.run(["use", "cr", "one\rtwo"]);
  expect(code).toBe(0);
  expect(out).toContain("cr\nover\r\n\nSay one\ntwo.");
  expect(out).not.toMatch(/\r(?!\n)/);
});

test.each([
  ["theirs", "its project is not trusted", "run `skillwright trust`"],
  ["win", "a program it needs is missing", "Install the programs"],
  ["unwanted-one", "it is turned off", "catalog.off in your configuration"],
])("S1-38: %s is refused with the reason and what to do", async (name, reason, advice) => {
  const { code, out, err } = await machine.run(["use", name]);
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err).toContain(`is not available here: ${reason}.`);
  expect(err).toContain(advice);
});

test("an unknown skill is wrong usage, with the nearest name", async () => {
  expect(await machine.run(["use", "revew"])).toMatchObject({
    code: 2,
    out: "",
    err: "skillwright use: No skill named revew. Did you mean review?\n",
  });
  expect(await machine.run(["use"])).toMatchObject({ code: 2, out: "" });
});

test("a skill is also used by the path of its folder or its SKILL.md", async () => {
  const folder = `${machine.folder}/home/.claude/skills/review`;
  const expected = { code: 0, out: expect.stringContaining("Look at x.") };
  expect(await machine.run(["use", folder, "x"])).toMatchObject(expected);
  expect(await machine.run(["use", `${folder}/SKILL.md`, "x"])).toMatchObject(expected);
  expect(await machine.run(["use", "./.claude/skills/theirs"])).toMatchObject({
    code: 0,
    out: expect.stringContaining('<skill_content name="theirs">'),
  });
});

test("a path without a skill is an error that says so", async () => {
  const { code, err } = await machine.run(["use", "./nowhere"]);
  expect(code).not.toBe(0);
  expect(err).toContain("./nowhere");
  expect(err).not.toContain("No skill named");
});

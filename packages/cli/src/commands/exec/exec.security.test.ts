import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

const kit = "home/.claude/skills/kit";

function create(more: Readonly<Record<string, string>> = {}): TestMachine {
  return createTestMachine({
    [`${kit}/SKILL.md`]: skillFile("kit"),
    [`${kit}/scripts/mark.sh`]: 'echo ran > "$SKILL_WORKSPACE/ran"\n',
    "home/.claude/skills/strict/SKILL.md": skillFile("strict", "execution: {sandbox: true}\n"),
    "home/.claude/skills/strict/scripts/mark.sh": 'echo ran > "$SKILL_WORKSPACE/ran"\n',
    "repo/.git/HEAD": "",
    "repo/.claude/skills/theirs/SKILL.md": skillFile("theirs"),
    "repo/.claude/skills/theirs/scripts/mark.sh": 'echo ran > "$SKILL_WORKSPACE/ran"\n',
    ...more,
  });
}

/** Expects a run to be refused without any effect. */
async function refuse(
  machine: TestMachine,
  words: readonly string[],
  options: Parameters<TestMachine["run"]>[1] = {},
): Promise<string> {
  const { code, out, err } = await machine.run(["exec", ...words], options);
  expect({ code, out, ran: existsSync(`${machine.folder}/repo/ran`) }).toEqual({
    code: 3,
    out: "",
    ran: false,
  });
  return err;
}

const asking = { "data/policy.json": '{"version":1,"ask":["skills_run_script"]}' };
const run = ["--no-sandbox", "kit", "mark.sh"];

test("S3-41: a machine policy that requires a sandbox cannot be bypassed", async () => {
  const machine = create({ "system/policy.yaml": "version: 1\nsandbox: required\n" });
  writeFileSync(`${machine.folder}/repo/soft.yaml`, "version: 1\nsandbox: optional\n");
  expect(await refuse(machine, run)).toContain("as required by a policy");
  await refuse(machine, ["--policy", "soft.yaml", "--yes", ...run]);
});

test("S3-41: a skill that requires a sandbox cannot be run without one", async () => {
  expect(await refuse(create(), ["--no-sandbox", "strict", "mark.sh"])).toContain(
    "as required by the skill itself",
  );
});

test("S3-41: without a sandbox nothing runs, and the error says what to install", async () => {
  const machine = create();
  expect(await refuse(machine, ["kit", "mark.sh"], { place: { programs: [] } })).toContain("bubblewrap");
});

test.each([
  ["deny", '{"version":1,"deny":["skills_run_script"]}'],
  ["deny the skill", '{"version":1,"deny":["Skill(kit)"]}'],
  ["list others", '{"version":1,"only":["Read"]}'],
  ["deny by default", '{"version":1,"otherwise":"deny"}'],
])("a policy can %s, even with --yes", async (_, policy) => {
  await refuse(create({ "system/policy.json": policy }), ["--yes", ...run]);
  await refuse(create({ "data/policy.json": policy }), ["--yes", ...run]);
  for (const words of [["--plan"], ["--plan", "--yes"]]) {
    const { code, out } = await create({ "data/policy.json": policy }).run(["exec", ...words, ...run]);
    expect({ code, decision: /^decision +(\w+):/m.exec(out)?.[1] }).toEqual({ code: 3, decision: "deny" });
  }
});

test.each([
  ["a policy", { "system/policy.yaml": "version: 1\nsandbox: required\n" }, "kit"],
  ["the skill itself", {}, "strict"],
])(
  "S3-41: a plan without a sandbox is refused like the run if %s requires one",
  async (who, files, skill) => {
    const words = ["--no-sandbox", skill, "mark.sh"];
    const planned = lastLine(await refuse(create(files), ["--plan", ...words]));
    expect(planned).toContain(`may run only in a sandbox, as required by ${who}.`);
    expect(lastLine(await refuse(create(files), words))).toBe(planned);
    // With a sandbox, it is allowed.
    const { err } = await create(files).run(["exec", "--plan", skill, "mark.sh"]);
    expect(err).not.toContain("may run only in a sandbox");
  },
);

function lastLine(text: string): string | undefined {
  return text.trimEnd().split("\n").at(-1);
}

test("a plan states what would be asked", async () => {
  const { code, out } = await create(asking).run(["exec", "--plan", "--json", ...run]);
  expect({ code, decision: JSON.parse(out).decision }).toMatchObject({
    code: 0,
    decision: { effect: "ask" },
  });
});

test("a call that needs approval is shown to the person, and only a plain yes approves it", async () => {
  for (const answer of ["n", "", "yes please", "no\ny"])
    await refuse(create(asking), run, { answers: [answer] });
  const machine = create(asking);
  const { code, asked } = await machine.run(["exec", ...run, "--all", "a b"], { answers: ["y"] });
  expect(code).toBe(0);
  expect(asked).toEqual([
    expect.stringContaining('{"name":"kit","script":"mark.sh","args":["--all","a b"]}'),
  ]);
});

test("Ctrl-C at the question ends the command, and nothing runs", async () => {
  const machine = create(asking);
  const controller = new AbortController();
  const answers: string[] = [];
  Object.defineProperty(answers, 0, { get: () => controller.abort() });
  const { code, err } = await machine.run(["exec", ...run], { answers, signal: controller.signal });
  expect({ code, ran: existsSync(`${machine.folder}/repo/ran`) }).toEqual({ code: 130, ran: false });
  expect(err).not.toContain("skillwright exec:");
});

test("without a terminal to ask on, it is refused with how to approve it", async () => {
  const machine = create(asking);
  const err = await refuse(machine, run);
  expect(err).toContain("Approval failed: there is no terminal to ask on.");
  expect(err).toContain("Run it in a terminal, allow it in a policy, or approve it with --yes.\n");
  const { out } = await machine.run(["audit", "list", "--json", "--event", "tool-call-denied"]);
  const [denied] = JSON.parse(out).events;
  expect(denied).toMatchObject({ reason: "not-approved", detail: expect.stringMatching(/^Approval failed/) });
  expect((await machine.run(["exec", "--yes", ...run])).code).toBe(0);
  expect((await machine.run(["audit", "list", "--json"])).out).toContain('"--yes"');
});

test("T4: a script that changes during the question does not run", async () => {
  const machine = create(asking);
  const answers: string[] = [];
  Object.defineProperty(answers, 0, {
    get: () => {
      appendFileSync(`${machine.folder}/${kit}/scripts/mark.sh`, "echo changed\n");
      return "y";
    },
  });
  const err = await refuse(machine, run, { answers });
  expect(err).toContain("has changed");
});

test("skills of an untrusted project do not run by name", async () => {
  expect(await refuse(create(), ["--no-sandbox", "theirs", "mark.sh"])).toContain("run `skillwright trust`");
});

test("a script that is a link out of its skill does not run", async () => {
  const machine = create({ "outside.sh": 'echo ran > "$SKILL_WORKSPACE/ran"\n' });
  symlinkSync(`${machine.folder}/outside.sh`, `${machine.folder}/${kit}/scripts/link.sh`);
  const { code } = await machine.run(["exec", "--no-sandbox", "kit", "link.sh"]);
  expect([code === 0, existsSync(`${machine.folder}/repo/ran`)]).toEqual([false, false]);
});

test("an unreadable policy is not ignored", async () => {
  const machine = create({ "system/policy.json": "{" });
  const { code } = await machine.run(["exec", ...run]);
  expect([code, existsSync(`${machine.folder}/repo/ran`)]).toEqual([2, false]);
});

test("an unwritable log stops the run before it starts", async () => {
  const machine = create({ "data/audit.jsonl/x": "" });
  const { code } = await machine.run(["exec", ...run]);
  expect([code, existsSync(`${machine.folder}/repo/ran`)]).toEqual([4, false]);
});

test("a key among the arguments does not get into the log", async () => {
  const machine = create();
  const environment = { ANTHROPIC_API_KEY: "key-of-a-test" };
  expect((await machine.run(["exec", ...run, "key-of-a-test"], { environment })).code).toBe(0);
  const log = readFileSync(`${machine.folder}/data/audit.jsonl`, "utf8");
  expect([log.includes("mark.sh"), log.includes("key-of-a-test")]).toEqual([true, false]);
});

test("names of skills and scripts are escaped for the terminal", async () => {
  const { code, err } = await create().run(["exec", "kit", "\u001b]0;x\u0007.sh"]);
  expect(code).toBe(2);
  expect(err).not.toContain("\u001b");
});

const programs = (process.env.PATH ?? "").split(":");
const hasBubblewrap = programs.some((folder) => existsSync(`${folder}/bwrap`));

describe.skipIf(!hasBubblewrap)("in a real sandbox", () => {
  const attempts = [
    'touch "$SKILL_DIR/new" 2>/dev/null && echo changed the skill',
    'touch "$SKILL_WORKSPACE/new" 2>/dev/null && echo changed the workspace',
    'touch "$SKILL_WORKSPACE/project/new" 2>/dev/null && echo changed a project',
    '[ -e "$1/home/secret.txt" ] && echo saw the home folder',
    'cat "$SKILL_WORKSPACE/data.txt"',
    'touch "$SKILL_WORKSPACE/out/result" && echo wrote what it asked for',
    'printf 12345 > "$SKILL_OUTPUT_DIR/report.csv"',
    "exit 9",
  ];
  const machine = (): TestMachine =>
    create({
      [`${kit}/SKILL.md`]: skillFile("kit", "execution: {sandbox: true, allowed-paths: [out, project]}\n"),
      [`${kit}/scripts/try.sh`]: `${attempts.join("\n")}\n`,
      "home/secret.txt": "secret",
      "repo/data.txt": "data\n",
      "repo/out/.keep": "",
      "repo/project/.git/HEAD": "",
    });

  test("S3-41 S3-44: a script sees the workspace, and changes only what it was given", async () => {
    const here = machine();
    const words = ["exec", "--output", "kept", "kit", "try.sh", here.folder];
    const { code, out } = await here.run(words, { place: { programs } });
    expect({ code, out }).toEqual({ code: 9, out: "data\nwrote what it asked for\n" });
    expect(readFileSync(`${here.folder}/repo/kept/report.csv`, "utf8")).toBe("12345");
    expect((await here.run(["audit", "list", "--json"])).out).toContain('"sandbox":"bubblewrap"');
  });

  test("a plan names the sandbox, and the variables that the script then has", async () => {
    const here = create({ [`${kit}/scripts/say.sh`]: 'echo "$HOME $TMPDIR $PATH"\n' });
    const environment = { HOME: `${here.folder}/home`, TMPDIR: "/var/tmp", PATH: "/usr/bin:/bin" };
    const options = { place: { programs }, environment };
    const plan = await here.run(["exec", "--plan", "--json", "kit", "say.sh"], options);
    const { sandbox, environment: planned } = JSON.parse(plan.out);
    const ran = await here.run(["exec", "--json", "kit", "say.sh"], options);
    const { sandbox: used, stdout } = JSON.parse(ran.out);
    expect({ sandbox, said: `${planned.HOME} ${planned.TMPDIR} ${planned.PATH}\n` }).toEqual({
      sandbox: used,
      said: stdout,
    });
  });

  test("if a hook misses a file in the home folder, the message says that the sandbox hides it", async () => {
    const here = create({
      [`${kit}/SKILL.md`]: skillFile("kit", "hooks: {pre: scripts/login.sh}\n"),
      [`${kit}/scripts/login.sh`]: 'cat "$HOME/token" >&2 || exit 2\n',
      "home/token": "secret",
    });
    const environment = { HOME: `${here.folder}/home`, PATH: "/usr/bin:/bin" };
    const { code, err } = await here.run(["exec", "kit", "mark.sh"], { place: { programs }, environment });
    expect(code).toBe(3);
    expect(err).toContain(
      "One of the skill's hooks blocked this. The hook ran in a sandbox, which hides the home folder.\n",
    );
  });

  test("S3-44: --read exposes one file, and not its siblings", async () => {
    const here = create({
      [`${kit}/scripts/show.sh`]: 'cat "$1"; cd "$(dirname "$1")"; ls; cat other.txt\n',
      "elsewhere/shown.txt": "shown\n",
      "elsewhere/other.txt": "hidden\n",
    });
    const file = `${here.folder}/elsewhere/shown.txt`;
    const { out } = await here.run(["exec", "--read", file, "kit", "show.sh", file], { place: { programs } });
    expect(out).toBe("shown\nshown.txt\n");
    const { err } = await here.run(["exec", "kit", "show.sh", file], { place: { programs } });
    expect(err).toContain(`allow it with --read ${file}.`);
  });
});

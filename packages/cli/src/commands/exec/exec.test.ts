import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
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

const kit = "home/.claude/skills/kit";
const files = {
  [`${kit}/SKILL.md`]: skillFile("kit"),
  [`${kit}/assets/data.txt`]: "from the skill\n",
  [`${kit}/scripts/words.sh`]: 'printf "%s|" "$@"; cat assets/data.txt; echo oops >&2; exit 7\n',
  [`${kit}/scripts/upper.sh`]: "tr a-z A-Z\n",
  [`${kit}/scripts/write.sh`]: 'printf 12345 > "$SKILL_OUTPUT_DIR/report.csv"\n',
  [`${kit}/scripts/slow.sh`]: 'touch "$SKILL_WORKSPACE/begun"; exec sleep 1000\n',
  [`${kit}/scripts/open.sh`]: 'cat "$1"\n',
  [`${kit}/scripts/half.sh`]: "printf 'half a letter \\303'\n",
  [`${kit}/scripts/red.sh`]: "printf '\\033[31mred\\033[0m\\n'\n",
  "home/.claude/skills/asks/SKILL.md": skillFile("asks", "execution: {sandbox: true}\n"),
  "home/.claude/skills/asks/scripts/x.sh": "true\n",
  "home/.claude/skills/far/SKILL.md": skillFile("far", "context: fork\nagent: some-agent\n"),
  "home/.claude/skills/far/scripts/x.sh": "echo far; exit 5\n",
  "home/.claude/skills/mine/SKILL.md": skillFile("mine", "disable-model-invocation: true\n"),
  "home/.claude/skills/mine/scripts/x.sh": "echo mine\n",
  "repo/.git/HEAD": "",
  "repo/.claude/skills/theirs/SKILL.md": skillFile("theirs"),
  "repo/.claude/skills/theirs/scripts/x.sh": "echo theirs\n",
  "repo/data.csv": "a,b\n",
};

const run = (words: readonly string[], options: TestIoOptions = {}): ReturnType<TestMachine["run"]> =>
  createTestMachine(files).run(["exec", ...words], options);
const free = (...words: readonly string[]): ReturnType<typeof run> => run(["--no-sandbox", ...words]);

const schema = z
  .looseObject({})
  .parse(JSON.parse(readFileSync(new URL("../../../schemas/exec.schema.json", import.meta.url), "utf8")));
const isValid = new Ajv2020().compile(schema);

test("S1-36 S3-22: a script runs in its skill's folder with its own arguments, and its exit code is the command's", async () => {
  const { code, out, err } = await free("kit", "words.sh", "a b", "--json", "-h", "$HOME");
  expect({ code, out }).toEqual({ code: 7, out: "a b|--json|-h|$HOME|from the skill\n" });
  expect(err).toContain(
    "note: without a sandbox, programs can read, change and send anything you can.\noops\n",
  );
});

test.each([
  ["kit", "scripts/upper.sh"],
  ["/kit", "upper.sh"],
  ["../home/.claude/skills/kit", "upper.sh"],
  ["~/.claude/skills/kit/SKILL.md", "upper.sh"],
  [".claude/skills/theirs", "x.sh"],
])("%s %s is a script, and gets standard input", async (skill, script) => {
  const machine = createTestMachine(files);
  const { code, out } = await machine.run(["exec", "--no-sandbox", skill, script], { input: "some text\n" });
  expect([code, ["SOME TEXT\n", "theirs\n"].includes(out)]).toEqual([0, true]);
});

test("standard error names the written files, which are in the requested folder", async () => {
  const machine = createTestMachine(files);
  const { code, out, err } = await machine.run([
    "exec",
    "--no-sandbox",
    "--output",
    "out/new",
    "kit",
    "write.sh",
  ]);
  const path = `${machine.folder}/repo/out/new/report.csv`;
  expect({ code, out, text: readFileSync(path, "utf8") }).toEqual({ code: 0, out: "", text: "12345" });
  expect(err).toContain(`note: wrote ${path} (5 bytes)\n`);
});

test("--json has everything in one object of the published shape", async () => {
  const { code, out } = await free("--json", "kit", "words.sh", "x");
  const answer = JSON.parse(out);
  expect([isValid(answer), isValid.errors]).toEqual([true, null]);
  expect({ code, answer }).toMatchObject({
    code: 7,
    answer: {
      version: 1,
      skill: "kit",
      script: "scripts/words.sh",
      sandbox: "none",
      status: "exited",
      exitCode: 7,
      stdout: "x|from the skill\n",
      stderr: "oops\n",
      truncated: false,
      output: { folder: null, files: [] },
      warnings: [],
    },
  });
});

test("the run is recorded in the log that `skillwright audit` reads, with its sandbox", async () => {
  const machine = createTestMachine(files);
  await machine.run(["exec", "--no-sandbox", "kit", "upper.sh"], { environment: { USER: "ann" } });
  const { out } = await machine.run(["audit", "list", "--json"]);
  const { events } = JSON.parse(out);
  const started = events.filter(({ event }: { readonly event: string }) => event === "script-started");
  expect(started).toMatchObject([
    { sandbox: "none", user: "ann", script: "scripts/upper.sh", skills: [{ name: "kit" }] },
  ]);
  expect((await machine.run(["audit", "verify"])).code).toBe(0);
});

test("--plan prints what would happen; it runs, creates and records nothing", async () => {
  const machine = createTestMachine(files);
  mkdirSync(`${machine.folder}/extra`);
  const words = [
    "--read",
    "../extra",
    "--allow-host",
    "api.example.org",
    "--memory",
    "512M",
    "--timeout",
    "5",
  ];
  const { code, out } = await machine.run(["exec", "--plan", "--json", ...words, "kit", "write.sh", "a b"]);
  const plan = JSON.parse(out);
  expect([isValid(plan), isValid.errors]).toEqual([true, null]);
  const directory = `${machine.folder}/${kit}`;
  expect({ code, plan }).toMatchObject({
    code: 3,
    plan: {
      command: ["sh", `${directory}/scripts/write.sh`, "a b"],
      cwd: directory,
      sandbox: null,
      hooks: [],
      readable: [directory, `${machine.folder}/repo`, `${machine.folder}/extra`],
      network: { hosts: ["api.example.org"] },
      timeoutMs: 5000,
      resources: {
        memoryBytes: 536_870_912,
        processes: 256,
        cpuSeconds: 600,
        fileBytes: 1_073_741_824,
        diskBytes: 1_073_741_824,
        files: 100_000,
      },
      decision: { effect: "allow" },
    },
  });
  expect(existsSync(`${machine.folder}/data/audit.jsonl`)).toBe(false);
  const text = await machine.run(["exec", "--plan", "kit", "write.sh", "a b"]);
  expect(text.out).toMatch(/scripts\/write\.sh\s+'a b'\n/);
  expect(text.out.split("\n").every((line) => line.length <= 300)).toBe(true);
});

test("--plan on a machine without a sandbox says so, and is refused like the run", async () => {
  const { code, out } = await run(["--plan", "--json", "kit", "write.sh"]);
  const plan = JSON.parse(out);
  expect([isValid(plan), isValid.errors]).toEqual([true, null]);
  expect({ code, plan }).toMatchObject({
    code: 3,
    plan: { sandbox: null, problem: expect.stringContaining("No sandbox is available") },
  });
  const text = await run(["--plan", "kit", "write.sh"]);
  expect(text.out).toContain("sandbox    none, so the script is refused. No sandbox is available:");
  expect((await run(["kit", "write.sh"])).code).toBe(3);
});

test("--plan without a sandbox promises no limits that are not enforced", async () => {
  const { code, out } = await free("--plan", "--json", "kit", "write.sh");
  const plan = JSON.parse(out);
  expect([isValid(plan), isValid.errors]).toEqual([true, null]);
  expect({ code, plan }).toMatchObject({ code: 0, plan: { sandbox: "none", resources: null } });
  expect((await free("--plan", "kit", "write.sh")).out).toMatch(
    /^limits +600 seconds\n +no other limits without a sandbox\n/m,
  );
});

test("--plan lists the hooks of the skill, each with when it runs", async () => {
  const hooks =
    "hooks:\n  pre: scripts/before.sh\n  PreToolUse:\n    - matcher: Bash\n      hooks: [{type: command, command: ./judge.sh}]\n  post: scripts/after.sh\n";
  const machine = createTestMachine({
    "repo/s/hooked/SKILL.md": skillFile("hooked", hooks),
    "repo/s/hooked/scripts/x.sh": "true\n",
  });
  const words = ["exec", "--plan", "--no-sandbox", "--root", "s"];
  const { out } = await machine.run([...words, "--json", "hooked", "x.sh"]);
  expect(JSON.parse(out).hooks).toEqual([
    "pre: scripts/before.sh",
    "PreToolUse Bash: ./judge.sh",
    "post: scripts/after.sh",
  ]);
  const text = await machine.run([...words, "hooked", "x.sh"]);
  expect(text.out).toContain("hooks      pre: scripts/before.sh\n           PreToolUse Bash: ./judge.sh\n");
});

test("a script that takes too long is stopped, with a separate exit code and the reason", async () => {
  const { code, err } = await free("--timeout", "0.3", "kit", "slow.sh");
  expect(code).toBe(143);
  expect(err).toContain("skillwright exec: Timeout exceeded: 300 ms.\n");
});

test("Ctrl-C ends the script", async () => {
  const machine = createTestMachine(files);
  const controller = new AbortController();
  const running = machine.run(["exec", "--no-sandbox", "kit", "slow.sh"], { signal: controller.signal });
  await expect.poll(() => existsSync(`${machine.folder}/repo/begun`), { timeout: 30_000 }).toBe(true);
  controller.abort();
  const { code, err } = await running;
  expect(code).toBe(130);
  expect(err).toContain("skillwright exec: The script was cancelled.\n");
});

test("when the reader leaves, the script ends silently", async () => {
  const machine = createTestMachine(files);
  const controller = new AbortController();
  const { signal } = controller;
  const running = machine.run(["exec", "--no-sandbox", "kit", "slow.sh"], { signal });
  await expect.poll(() => existsSync(`${machine.folder}/repo/begun`), { timeout: 30_000 }).toBe(true);
  controller.abort(readerLeft);
  const { code, err } = await running;
  expect({ code, said: err.includes("skillwright exec:") }).toEqual({ code: 141, said: false });
});

test("a skill that requires a sub-agent still has its script run", async () => {
  expect(await free("far", "x.sh")).toMatchObject({ code: 5, out: "far\n" });
});

test("a person can run the script of a skill that no model may choose", async () => {
  expect(await free("mine", "x.sh")).toMatchObject({ code: 0, out: "mine\n" });
});

test("--sandbox is the one that is opened, or fails with its own error", async () => {
  const { code, err } = await run(["--sandbox", "bubblewrap", "kit", "upper.sh"], {
    place: { platform: "darwin" },
  });
  expect(code).toBe(3);
  expect(err).toContain("bubblewrap does not run on this system");
});

test("a relative path of the user is pointed out when the script fails", async () => {
  const { code, err } = await free("kit", "open.sh", "data.csv");
  expect(code).not.toBe(0);
  expect(err).toContain('where data.csv does not exist; use "$PWD/data.csv".\n');
});

test("at a terminal the output has no escape sequences; in a pipe it is unchanged", async () => {
  expect((await free("kit", "red.sh")).out).toBe("\u001b[31mred\u001b[0m\n");
  expect((await run(["--no-sandbox", "kit", "red.sh"], { screen: true })).out).toBe("red\n");
});

test("at a terminal, the end of the output is shown, even half a character", async () => {
  const { out } = await run(["--no-sandbox", "kit", "half.sh"], { screen: true });
  expect(out).toBe("half a letter \ufffd");
});

test.each([
  [[], "exec requires a SKILL and a SCRIPT"],
  [["kit"], "exec requires a SKILL and a SCRIPT"],
  [["kit", "nope.sh"], "kit has no script nope.sh. Scripts: half.sh, open.sh, red.sh"],
  [["kit", "../x.sh"], "is not a path inside the skill kit"],
  [["kti", "x.sh"], "Did you mean kit?"],
  [["./nope", "x.sh"], "No such file or directory: ./nope"],
  [[".", "x.sh"], "expected a directory with a SKILL.md"],
  [["--timeout", "0", "kit", "x.sh"], "--timeout must be a number of seconds"],
  [["--timeout", "1e9", "kit", "x.sh"], "--timeout must be a number of seconds"],
  [["--memory", "much", "kit", "x.sh"], "--memory must be a size"],
  [["--memory", "1G", "--no-sandbox", "kit", "x.sh"], "--memory has no effect with --no-sandbox"],
  [["--allow-host", "a.b", "--no-sandbox", "kit", "x.sh"], "--allow-host has no effect"],
  [["--allow-host", "https://a.b/", "kit", "x.sh"], 'network "https://a.b/": expected a host such as'],
  [["--allow-host", "a.b", "--network", "kit", "x.sh"], "--network and --allow-host cannot be combined"],
  [["--sandbox", "docker", "kit", "x.sh"], "--sandbox must be bubblewrap or sandbox-runtime"],
  [["--read", "nope", "kit", "x.sh"], "No such file or directory: nope"],
  [["--write", "data.csv", "kit", "x.sh"], "--write requires a folder; data.csv is not one"],
  [["--write", "", "kit", "x.sh"], "--write requires a folder"],
  [["--output", "", "kit", "x.sh"], "--output requires a folder"],
  [["--policy", "nope.json", "kit", "x.sh"], "nope.json"],
  [["--nope", "kit", "x.sh"], "Unknown option '--nope'"],
])("wrong usage %j is reported, and nothing runs", async (words, message) => {
  const { code, out, err } = await run(words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(message);
});

test("a skill that changed since its project was trusted is reported as changed", async () => {
  const machine = createTestMachine(files);
  await machine.run(["trust", "--yes"]);
  const words = ["exec", "--no-sandbox", "theirs", "x.sh"];
  expect((await machine.run(words)).code).toBe(0);
  appendFileSync(`${machine.folder}/repo/.claude/skills/theirs/scripts/x.sh`, "echo more\n");
  expect(await machine.run(words)).toMatchObject({
    code: 3,
    out: "",
    err: expect.stringContaining(
      "is not available here: a skill in its project is new or has changed since you trusted it.\nReview the changes, then run `skillwright trust`.\n",
    ),
  });
});

test("an unknown skill is reported with the searched folders", async () => {
  expect((await free("zzzzzz", "x.sh")).err).toContain(
    "No skill named zzzzzz. Searched: .claude/skills, ~/.claude/skills. `skillwright list` shows",
  );
  const { code, err } = await createTestMachine({}).run(["exec", "zzzzzz", "x.sh"]);
  expect(code).toBe(2);
  expect(err).toContain("No skill named zzzzzz. No skill folders found here; give one with");
  expect(await free("", "x.sh")).toMatchObject({ code: 2, err: expect.stringContaining("found ''.") });
});

test("a refusal by a hook says so", async () => {
  const machine = createTestMachine({
    "repo/s/hooked/SKILL.md": skillFile("hooked", "hooks: {pre: scripts/no.sh}\n"),
    "repo/s/hooked/scripts/no.sh": "echo no file of mine >&2; exit 2\n",
    "repo/s/hooked/scripts/x.sh": "true\n",
  });
  const { code, err } = await machine.run(["exec", "--no-sandbox", "--root", "s", "hooked", "x.sh"]);
  expect(code).toBe(3);
  expect(err).toContain("no file of mine");
  expect(err).toMatch(/\nOne of the skill's hooks blocked this\.\n$/);
});

test("a stream of any length is passed on completely", async () => {
  const machine = createTestMachine({
    "home/.claude/skills/loud/SKILL.md": skillFile("loud"),
    "home/.claude/skills/loud/scripts/shout.sh": "head -c 300000 /dev/zero | tr '\\0' x\n",
  });
  const { code, out, err } = await machine.run(["exec", "--no-sandbox", "loud", "shout.sh"]);
  expect({ code, length: out.length }).toEqual({ code: 0, length: 300_000 });
  expect(err).not.toContain("dropped");
});

test("a script outside of scripts/ runs too, and ./ before it is not an obstacle", async () => {
  const machine = createTestMachine({
    "home/.claude/skills/tools/SKILL.md": skillFile("tools"),
    "home/.claude/skills/tools/bin/hello.sh": "echo hello\n",
  });
  for (const script of ["bin/hello.sh", "./bin/hello.sh"])
    expect(await machine.run(["exec", "--no-sandbox", "tools", script])).toMatchObject({
      code: 0,
      out: "hello\n",
    });
});

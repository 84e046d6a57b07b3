import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import {
  type CommandResult,
  createFolder,
  removeFoldersAfterwards,
  skillText,
  skillwright,
} from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

/** Runs the command as a user whose home and state are in a folder of the test. */
function run(folder: string, words: readonly string[], how = skillwrightHere): Promise<CommandResult> {
  const env = { HOME: join(folder, "home"), SKILLWRIGHT_HOME: join(folder, "state") };
  return how(words, { cwd: folder, env });
}

test("S3-82 S1-31: list --json --root keeps its contract", async () => {
  const folder = createFolder({
    "s/pdf/SKILL.md": skillText("pdf").replace("---\n#", "tags: [documents]\n---\n#"),
    "s/group/csv/SKILL.md": skillText("csv"),
    "t/pdf/SKILL.md": skillText("pdf", "# Another\n"),
    "t/broken/SKILL.md": "no frontmatter",
  });
  const { code, stdout, stderr } = await run(folder, [
    "list",
    "--json",
    "--root",
    "s",
    "--root",
    join(folder, "t"),
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { skills, shadowed, findings } = parseOutput("list", stdout);
  expect(skills).toEqual([
    {
      id: "csv",
      name: "csv",
      description: "Reads csv files. Use when the user names one.",
      scope: "custom",
      path: "s/group/csv",
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      tags: [],
      enabled: true,
      agents: [],
    },
    expect.objectContaining({ id: "pdf", path: "s/pdf", tags: ["documents"] }),
  ]);
  expect(shadowed).toEqual([
    expect.objectContaining({ name: "pdf", path: join(folder, "t/pdf"), winner: "pdf", reason: "order" }),
  ]);
  expect(findings).toEqual([
    expect.objectContaining({
      code: "frontmatter-invalid",
      severity: "error",
      path: join(folder, "t/broken/SKILL.md"),
    }),
    expect.objectContaining({
      code: "skill-shadowed",
      severity: "warning",
      path: join(folder, "t/pdf/SKILL.md"),
    }),
  ]);
});

test("S3-53: a new skill is listed at once, a change is seen, and a removed skill is gone", async () => {
  const folder = createFolder({ "home/.claude/skills/a/SKILL.md": skillText("a") });
  const digests = async (): Promise<Record<string, string>> => {
    const { stdout } = await run(folder, ["list", "--json"]);
    const { skills } = JSON.parse(stdout);
    return Object.fromEntries(skills.map(({ id, digest }: Record<string, string>) => [id, digest]));
  };
  const first = await digests();
  expect(Object.keys(first)).toEqual(["a"]);
  mkdirSync(join(folder, "home/.agents/skills/b"), { recursive: true });
  writeFileSync(join(folder, "home/.agents/skills/b/SKILL.md"), skillText("b"));
  writeFileSync(join(folder, "home/.claude/skills/a/notes.md"), "new");
  const second = await digests();
  expect(Object.keys(second)).toEqual(["a", "b"]);
  expect(second.a).not.toBe(first.a);
  rmSync(join(folder, "home/.claude/skills/a"), { recursive: true });
  expect(Object.keys(await digests())).toEqual(["b"]);
});

test("S3-75: an index that is torn, foreign or a folder is rebuilt, and the list is the same", async () => {
  const folder = createFolder({ "s/pdf/SKILL.md": skillText("pdf"), "s/csv/SKILL.md": skillText("csv") });
  const list = async (): Promise<string> => (await run(folder, ["list", "--root", "s", "--json"])).stdout;
  const wanted = await list();
  const index = join(folder, "state/cache/index");
  const files = readdirSync(index);
  expect(files).not.toEqual([]);
  for (const spoil of [
    (path: string) => writeFileSync(path, "{ torn"),
    (path: string) => writeFileSync(path, ""),
    (path: string) => mkdirSync(path),
  ]) {
    for (const name of files) {
      rmSync(join(index, name), { recursive: true, force: true });
      spoil(join(index, name));
    }
    expect(await list()).toBe(wanted);
  }
});

test("foreign text is shown, not obeyed, in every command", async () => {
  const folder = createFolder({
    "s/x/SKILL.md": `---\nname: "x\\e[31m"\ndescription: "Reads \\u202e files \\e]0;owned\\a"\ntags: ["\\e[2J"]\n---\n# \u001b[2JTitle\n`,
    "s/\u001b[31m/SKILL.md": "no frontmatter",
  });
  for (const words of [
    ["list"],
    ["list", "--tree", "--all"],
    ["list", "--verbose"],
    ["list", "--json"],
    ["search", "reads files"],
    ["search", "reads files", "--json"],
    ["explain", "x\u001b[31m"],
    ["use", "x\u001b[31m"],
    ["doctor"],
  ]) {
    const { stdout, stderr, code } = await run(folder, [...words, "--root", "s"]);
    expect(stdout + stderr, words.join(" ")).not.toMatch(/[\u001b\u0007]/);
    expect(code, words.join(" ")).toBeLessThanOrEqual(1);
  }
});

test("bad roots and bad skills never end in a stack trace", async () => {
  const folder = createFolder({
    file: "",
    "s/ok/SKILL.md": skillText("ok"),
    "s/utf16/SKILL.md": "\ufeff\u0000",
  });
  mkdirSync(join(folder, "s/dir/SKILL.md"), { recursive: true });
  mkdirSync(join(folder, "s/fifo"));
  execFileSync("mkfifo", [join(folder, "s/fifo/SKILL.md")]);
  mkdirSync(join(folder, "s/out"));
  symlinkSync("/etc/passwd", join(folder, "s/out/SKILL.md"));
  symlinkSync("loop", join(folder, "s/loop"));
  symlinkSync("..", join(folder, "s/up"));
  for (const command of [
    ["list"],
    ["list", "--json"],
    ["search", "ok"],
    ["explain", "ok"],
    ["use", "ok"],
    ["doctor"],
  ]) {
    for (const [root, codes] of [
      ["s", [0, 1]],
      ["file", [2]],
      ["nowhere", [2]],
    ] as const) {
      const { code, stdout, stderr } = await run(folder, [...command, "--root", root]);
      expect(codes, `${command.join(" ")} ${root}`).toContain(code);
      expect(stdout + stderr).not.toMatch(/\n\s+at |node:internal/);
    }
  }
  expect((await run(folder, ["list", "--root", "s"])).stdout).toContain(
    "ok    custom  -       Reads ok files.",
  );
});

test("10,000 skills arrive complete, in the order of their ids, and colored only on request", async () => {
  const folder = createFolder();
  for (let index = 0; index < 10_000; index++) {
    mkdirSync(join(folder, `s/k${index}`), { recursive: true });
    writeFileSync(join(folder, `s/k${index}/SKILL.md`), skillText(`k${index}`));
  }
  const { stdout } = await run(folder, ["list", "--root", "s", "--json"], skillwright);
  const ids = JSON.parse(stdout).skills.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(10_000);
  expect(ids).toEqual(ids.toSorted());
  const plain = await run(folder, ["list", "--root", "s"], skillwright);
  expect(plain.stdout).not.toContain("\u001b");
  const env = { SKILLWRIGHT_HOME: join(folder, "state"), FORCE_COLOR: "1" };
  const colored = await skillwright(["list", "--root", "s"], { cwd: folder, env });
  expect(colored.stdout).toContain("\u001b[1mk0\u001b[22m");
}, 120_000);

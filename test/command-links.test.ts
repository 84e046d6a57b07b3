import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { type CommandResult, createFolder, removeFoldersAfterwards } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does the ${name} work. Use when asked for ${name}.\nallowed-tools: Read\n---\n\n# ${name}\n`;

/**
 * A machine as `npx skills add` and dotfiles leave it: a project whose `.claude/skills` links to `.agents/skills`, a
 * home whose `.claude/skills` links to a dotfiles repository, and links that are refused.
 */
const folder = createFolder({
  "repo/.git/HEAD": "",
  "repo/.agents/skills/review/SKILL.md": skill("review"),
  "home/.claude/skills/own/SKILL.md": skill("own"),
  "home/dotfiles/.git/HEAD": "",
  "home/dotfiles/skills/notes/SKILL.md": skill("notes"),
  "home/dotfiles/skills/notes/scripts/hello.mjs": 'console.log("hello")\n',
  "opt/tools/foreign/SKILL.md": skill("foreign"),
});
const [repo, home] = [join(folder, "repo"), join(folder, "home")];
const env = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), SKILLWRIGHT_HOME: join(folder, "state") };
const run = (...words: string[]): Promise<CommandResult> => skillwrightHere(words, { cwd: repo, env });

beforeAll(async () => {
  mkdirSync(join(repo, ".claude/skills"), { recursive: true });
  symlinkSync("../../.agents/skills/review", join(repo, ".claude/skills/review"));
  const personal = join(home, ".claude/skills");
  symlinkSync("../../dotfiles/skills/notes", join(personal, "notes"));
  symlinkSync(join(folder, "opt/tools/foreign"), join(personal, "foreign"));
  symlinkSync("gone", join(personal, "dangling"));
  symlinkSync("loop", join(personal, "loop"));
  symlinkSync("..", join(personal, "above"));
  expect(await run("trust", "--yes")).toMatchObject({ code: 0 });
});

const offered = ["notes", "own", "review"];
/** Findings about the links that are not followed, wherever findings are shown. */
const refused = [
  ["link-dangling", join(home, ".claude/skills/dangling")],
  ["link-dangling", join(home, ".claude/skills/loop")],
  ["link-leaves-root", join(home, ".claude/skills/foreign")],
];

type Row = { readonly name: string; readonly code: string; readonly path: string };
const namesOf = (rows: readonly Row[]): readonly string[] => rows.map(({ name }) => name);
const problemsOf = (rows: readonly Row[]): readonly unknown[] =>
  rows.map(({ code, path }) => [code, path]).sort();

describe.each<[string, readonly string[]]>([
  ["all agents", []],
  ["Claude Code alone", ["--client", "claude-code"]],
])("%s", (_, words) => {
  test("list, doctor and their notes agree", async () => {
    const list = JSON.parse((await run("list", "--json", ...words)).stdout);
    expect(namesOf(list.skills)).toEqual(offered);
    expect(list.shadowed).toEqual([]);
    expect(problemsOf(list.findings)).toEqual(refused);
    const doctor = JSON.parse((await run("doctor", "--json", ...words)).stdout);
    expect(doctor.skills).toEqual({ found: 3, offered: 3, disabled: 0, shadowed: 0 });
    expect(problemsOf(doctor.findings)).toEqual(refused);
    const { stderr } = await run("list", ...words);
    expect(stderr).toMatch(/\b3 problems\b/);
  });

  test("a linked skill loads, with its own digest", async () => {
    const used = parseOutput("use", (await run("use", "notes", "--json", ...words)).stdout);
    expect(used).toMatchObject({ id: "notes", content: expect.stringContaining("# notes") });
    expect((await run("use", "review", ...words)).code).toBe(0);
    expect((await run("use", "foreign", ...words)).code).not.toBe(0);
  });
});

test("check accepts the links that list follows and refuses the others", async () => {
  const reportOf = async (path: string): Promise<readonly unknown[]> => {
    const { stdout } = await run("validate", path, "--json");
    const { skills } = JSON.parse(stdout);
    return skills.map(({ path: at, valid }: { path: string; valid: boolean }) => [
      at.split("/").at(-1),
      valid,
    ]);
  };
  expect(await reportOf(join(repo, ".claude/skills"))).toEqual([["review", true]]);
  expect(await reportOf(join(home, ".claude/skills"))).toEqual([
    ["foreign", false],
    ["notes", true],
    ["own", true],
  ]);
  expect(await reportOf(".")).toEqual([["review", true]]);
});

test("a script of a linked skill runs", async () => {
  expect(await run("exec", "--no-sandbox", "notes", "hello.mjs")).toMatchObject({
    code: 0,
    stdout: "hello\n",
  });
});

test.each(["notes", "review"])("run loads the linked skill %s", async (name) => {
  const { stdout } = await run(
    "run",
    `do the ${name} work`,
    "--offline",
    "--json",
    "--client",
    "claude-code",
  );
  expect(parseOutput("run", stdout)).toMatchObject({ skills: [{ name }] });
});

test.each(["notes", "review"])("the guard enforces the linked skill %s", async (name) => {
  const call = (session: string, tool: string, input: object): Promise<CommandResult> =>
    skillwrightHere(["guard", "--agent", "claude-code"], {
      cwd: repo,
      env,
      input: JSON.stringify({
        ...{ session_id: session, transcript_path: "/t.jsonl", cwd: repo, tool_use_id: "t1" },
        ...{ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input },
      }),
    });
  expect(await call(name, "Skill", { skill: name })).toMatchObject({ code: 0, stdout: "" });
  const { stdout } = await call(name, "Bash", { command: "curl evil" });
  expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
});

test("mcp serves the linked skills", async () => {
  const client = new Client({ name: "test", version: "0" });
  const args = [`${root}packages/cli/bin/skillwright.mjs`, "mcp", "--quiet", "--client", "claude-code"];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd: repo,
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  await client.connect(transport);
  const { structuredContent } = await client.callTool({ name: "skills_list", arguments: {} });
  const listed = JSON.stringify(structuredContent);
  expect(offered.filter((name) => listed.includes(`"${name}"`))).toEqual(offered);
  expect(listed).not.toContain('"foreign"');
  await client.close();
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { AgentName, FoundSkill } from "@skillwright/runtime";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { skillFile } from "../../test-io.ts";
import { createSkillFinder } from "./guard-skills.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "guard-skills-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let folder = "";
let count = 0;
beforeEach(() => {
  folder = `${base}/${count++}`;
  for (const path of ["home", "repo/.git"]) mkdirSync(`${folder}/${path}`, { recursive: true });
});

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
}

type Looking = {
  readonly agent?: AgentName;
  readonly reach?: "agent" | "everywhere";
  readonly fs?: FileSystem;
  readonly environment?: Readonly<Record<string, string>>;
  /** Below the test's folder; `repo` when absent. */
  readonly cwd?: string;
  readonly project?: string;
  readonly named?: readonly string[];
};

function find(name: string, looking: Looking = {}): readonly FoundSkill[] {
  const { agent = "claude-code", reach = "agent", fs = createNodeFileSystem(), environment = {} } = looking;
  const { cwd = "repo", project, named = [] } = looking;
  const place = {
    home: `${folder}/home`,
    configFolder: `${folder}/home/.config`,
    dataFolder: `${folder}/data`,
    platform: "linux" as const,
  };
  const finder = createSkillFinder({
    ...{ agent, place, environment, cwd: folder, named: named.map((path) => `${folder}/${path}`) },
    ...(project === undefined ? {} : { project: `${folder}/${project}` }),
  });
  return finder({ name, cwd: `${folder}/${cwd}`, reach }, fs);
}

/** Where they were found, below the test's folder. */
function places(name: string, looking?: Looking): readonly string[] {
  return find(name, looking).map(({ directory }) => directory.slice(folder.length + 1));
}

test("a skill is found with all its tool fields", () => {
  put({
    "home/.claude/skills/pdf/SKILL.md": skillFile(
      "pdf",
      "allowed-tools: Read Bash(git:*)\ndisallowed-tools: Write\n",
    ),
  });
  expect(find("pdf")).toEqual([
    {
      name: "pdf",
      directory: `${folder}/home/.claude/skills/pdf`,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      requestedTools: [
        { text: "Read", tool: "Read" },
        { text: "Bash(git:*)", tool: "Bash", pattern: "git:*" },
      ],
      disallowedTools: [{ text: "Write", tool: "Write" }],
    },
  ]);
  expect(find("other")).toEqual([]);
});

describe("every skill that could be meant is found", () => {
  test("in the project, at home and further down, whether or not anybody trusts the project", () => {
    const text = skillFile("pdf");
    put({
      "repo/.claude/skills/pdf/SKILL.md": text,
      "repo/packages/app/.claude/skills/pdf/SKILL.md": text,
      "home/.claude/skills/pdf/SKILL.md": text,
      "home/.claude/skills/group/pdf/SKILL.md": text,
    });
    expect(places("pdf").toSorted()).toEqual([
      "home/.claude/skills/group/pdf",
      "home/.claude/skills/pdf",
      "repo/.claude/skills/pdf",
      "repo/packages/app/.claude/skills/pdf",
    ]);
  });

  test.each<[string, string]>([
    ["as a plain line", "name: pdf\n"],
    ["in quotes", 'name: "pdf"\n'],
    ["with a comment", "name: pdf # mine\n"],
    ["with escapes", 'name: "\\x70df"\n'],
    ["with a quoted key", '"name": pdf\n'],
    ["with a key before it that is not a name", '"name": pdf\n---\nname: other\n'],
    ["in other letters", "name: PDF\n"],
    ...[500, 501, 502, 503].map(
      (length) =>
        [`after ${length} letters`, `license: ${"x".repeat(length - 13)}\nname: pdf\n`] as [string, string],
    ),
    ["behind a long description", `description: ${"long ".repeat(600)}\nname: pdf\n`],
  ])("by the name that its frontmatter states %s", (_, fields) => {
    put({ "home/.claude/skills/folder/SKILL.md": `---\n${fields}---\n# T\n` });
    expect(places("pdf")).toEqual(["home/.claude/skills/folder"]);
    expect(places("folder")).toEqual(["home/.claude/skills/folder"]);
  });

  test("by a name in the body only if the frontmatter says so", () => {
    put({ "home/.claude/skills/x/SKILL.md": "---\nname: x\ndescription: d\n---\nname: pdf\n" });
    expect(places("pdf")).toEqual([]);
  });

  test("behind links, as agents follow them, each once", () => {
    put({ "elsewhere/pdf/SKILL.md": skillFile("pdf"), "stow/SKILL.md": skillFile("doc") });
    mkdirSync(`${folder}/home/.claude/skills/doc`, { recursive: true });
    symlinkSync(`${folder}/elsewhere/pdf`, `${folder}/home/.claude/skills/pdf`);
    symlinkSync(`${folder}/stow/SKILL.md`, `${folder}/home/.claude/skills/doc/SKILL.md`);
    symlinkSync("..", `${folder}/home/.claude/skills/circle`);
    symlinkSync("/nowhere/at/all", `${folder}/home/.claude/skills/broken`);
    mkdirSync(`${folder}/repo/.claude`);
    symlinkSync(`${folder}/elsewhere`, `${folder}/repo/.claude/skills`);
    expect(places("pdf")).toHaveLength(1);
    expect(places("doc")).toHaveLength(1);
  });

  test("in a project's folder of skills that is a link out of it", () => {
    put({ "elsewhere/pdf/SKILL.md": skillFile("pdf") });
    mkdirSync(`${folder}/repo/.claude`);
    symlinkSync(`${folder}/elsewhere`, `${folder}/repo/.claude/skills`);
    expect(places("pdf")).toEqual(["repo/.claude/skills/pdf"]);
  });

  test("behind circular links, without looping", () => {
    put({ "home/.claude/skills/pdf/SKILL.md": skillFile("pdf") });
    for (let index = 0; index < 20; index++)
      symlinkSync(".", `${folder}/home/.claude/skills/circle-${index}`);
    const fs = createNodeFileSystem();
    let lists = 0;
    const counted: FileSystem = {
      ...fs,
      list: (path) => {
        lists++;
        return fs.list(path);
      },
    };
    expect(places("pdf", { fs: counted })).toHaveLength(1);
    expect(lists).toBeLessThan(30);
  });

  test("with the small spelling of its file", () => {
    put({ "home/.claude/skills/x/skill.md": skillFile("pdf") });
    expect(places("pdf")).toEqual(["home/.claude/skills/x"]);
  });
});

test("each agent has its own folders, and our own tools search all of them", () => {
  put({
    "home/.claude/skills/a/SKILL.md": skillFile("a"),
    "home/.codex/skills/a/SKILL.md": skillFile("a"),
    "home/.gemini/skills/a/SKILL.md": skillFile("a"),
    "home/.cursor/skills/a/SKILL.md": skillFile("a"),
    "home/.copilot/skills/a/SKILL.md": skillFile("a"),
  });
  expect(places("a", { agent: "claude-code" })).toEqual(["home/.claude/skills/a"]);
  expect(places("a", { agent: "codex" })).toEqual(["home/.codex/skills/a"]);
  expect(places("a", { agent: "gemini-cli" })).toEqual(["home/.gemini/skills/a"]);
  expect(places("a", { agent: "cursor" })).toContain("home/.cursor/skills/a");
  expect(places("a", { agent: "copilot" })).toContain("home/.copilot/skills/a");
  expect(places("a", { reach: "everywhere" })).toHaveLength(5);
});

test.each<[AgentName, string]>([
  ["opencode", "home/.opencode/skills/a"],
  ["opencode", "home/.opencode/skill/a"],
  ["opencode", "home/.config/opencode/skill/a"],
  ["qwen-code", "home/.qwen/skills/a"],
  ["qwen-code", "home/.agents/skills/a"],
])("%s loads the user's skills from %s, wherever the project is", (agent, path) => {
  put({ [`${path}/SKILL.md`]: skillFile("a") });
  expect(places("a", { agent })).toEqual([path]);
});

test("the skill of a plugin is found by the plugin's name before it", () => {
  const plugin = "home/.claude/plugins/cache/market/tools/1.0.0";
  put({
    [`${plugin}/.claude-plugin/plugin.json`]: '{"name":"tools"}',
    [`${plugin}/skills/pdf/SKILL.md`]: skillFile("pdf", "allowed-tools: Read\n"),
    "home/.claude/skills/pdf/SKILL.md": skillFile("pdf", "allowed-tools: Write\n"),
  });
  expect(places("tools:pdf")).toEqual([`${plugin}/skills/pdf`]);
  // Even if the variable has the default value.
  const environment = { CLAUDE_CONFIG_DIR: `${folder}/home/.claude` };
  expect(places("tools:pdf", { environment })).toEqual([`${plugin}/skills/pdf`]);
  expect(places("other:pdf")).toHaveLength(2);
  expect(places("pdf")).toHaveLength(2);
});

test.each<[AgentName, string, string]>([
  ["claude-code", "CLAUDE_CONFIG_DIR", "moved/skills/a"],
  ["claude-code", "CLAUDE_CONFIG_DIR", "moved/plugins/cache/market/tools/1.0.0/skills/a"],
  ["codex", "CODEX_HOME", "moved/skills/a"],
  ["codex", "CODEX_HOME", "moved/plugins/cache/market/tools/1.0.0/skills/a"],
  ["copilot", "COPILOT_HOME", "moved/skills/a"],
  ["gemini-cli", "GEMINI_CLI_HOME", "moved/.gemini/skills/a"],
  ["gemini-cli", "GEMINI_CLI_HOME", "moved/.gemini/extensions/x/skills/a"],
  ["opencode", "OPENCODE_CONFIG_DIR", "moved/skills/a"],
  ["opencode", "OPENCODE_CONFIG_DIR", "moved/skill/a"],
])("%s has its folders where %s points: %s", (agent, variable, path) => {
  put({ [`${path}/SKILL.md`]: skillFile("a") });
  expect(places("a", { agent })).toEqual([]);
  expect(places("a", { agent, environment: { [variable]: `${folder}/moved` } })).toEqual([path]);
  expect(places("a", { agent, environment: { [variable]: "moved/" } })).toEqual([path]);
  expect(places("a", { agent, environment: { [variable]: "" } })).toEqual([]);
});

describe("a folder that the agent changed to hides nothing", () => {
  test("below a project without a repository", () => {
    put({ "plain/.claude/skills/a/SKILL.md": skillFile("a"), "plain/sub/deep/x": "" });
    expect(places("a", { cwd: "plain/sub/deep" })).toEqual(["plain/.claude/skills/a"]);
  });

  test("in a repository inside the project", () => {
    put({ "repo/.claude/skills/a/SKILL.md": skillFile("a"), "repo/sub/.git/x": "" });
    expect(places("a", { cwd: "repo/sub" })).toEqual(["repo/.claude/skills/a"]);
  });

  test("outside the project that the agent reported, including nested folders", () => {
    put({
      "repo/.claude/skills/a/SKILL.md": skillFile("a"),
      "repo/packages/x/.claude/skills/b/SKILL.md": skillFile("b"),
      "other/.git/x": "",
    });
    expect(places("a", { cwd: "other" })).toEqual([]);
    expect(places("a", { cwd: "other", project: "repo" })).toEqual(["repo/.claude/skills/a"]);
    expect(places("b", { cwd: "other", project: "repo" })).toEqual(["repo/packages/x/.claude/skills/b"]);
  });
});

test("explicitly named folders are searched to any depth, including inside skills", () => {
  put({
    "mine/1/2/3/4/5/6/7/8/a/SKILL.md": skillFile("a"),
    "mine/1/2/3/4/5/6/7/8/a/inner/b/SKILL.md": skillFile("b"),
  });
  for (const reach of ["agent", "everywhere"] as const) {
    expect(places("a", { reach })).toEqual([]);
    expect(places("a", { reach, named: ["mine"] })).toEqual(["mine/1/2/3/4/5/6/7/8/a"]);
    expect(places("b", { reach, named: ["mine", "missing"] })).toEqual(["mine/1/2/3/4/5/6/7/8/a/inner/b"]);
  }
});

describe("commands of Claude Code, which it runs like skills", () => {
  const text = "---\nallowed-tools: Read\n---\nDeploy it.\n";

  test("are found in the project, at home and where its folder was moved, with their lists", () => {
    put({
      "repo/.claude/commands/deploy.md": text,
      "home/.claude/commands/ops/deploy.md": text,
      "moved/commands/other.md": text,
    });
    expect(find("deploy")).toEqual(
      ["home/.claude/commands/ops", "repo/.claude/commands"].map((path) => ({
        ...{ name: "deploy", directory: `${folder}/${path}`, digest: "none" },
        requestedTools: [{ text: "Read", tool: "Read" }],
      })),
    );
    expect(find("ops:deploy")).toHaveLength(2);
    expect(find("other", { environment: { CLAUDE_CONFIG_DIR: `${folder}/moved` } })).toHaveLength(1);
  });

  test("are not used for other agents", () => {
    put({ "repo/.claude/commands/deploy.md": text });
    expect(find("deploy", { agent: "cursor" })).toEqual([]);
    expect(find("deploy", { reach: "everywhere" })).toEqual([]);
  });

  test("are errors if their lists are unreadable", () => {
    put({ "repo/.claude/commands/deploy.md": "---\nallowed-tools: Read\nallowed-tools: Bash\n---\n" });
    expect(() => find("deploy")).toThrow(expect.objectContaining({ code: "skill-invalid" }));
  });
});

test("punctuation in names does not matter, since agents replace it", () => {
  put({ "home/.gemini/skills/x/SKILL.md": "---\nname: 'a:b'\ndescription: d\n---\n# T\n" });
  for (const name of ["a-b", "a:b", "A b"])
    expect([name, places(name, { agent: "gemini-cli" })]).toEqual([name, ["home/.gemini/skills/x"]]);
});

test("the disk is searched once for all the names of an event", () => {
  put(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `home/.codex/skills/s${index}/SKILL.md`,
        skillFile(`s${index}`),
      ]),
    ),
  );
  const fs = createNodeFileSystem();
  let reads = 0;
  const counted: FileSystem = {
    ...fs,
    read: (path, max) => {
      reads++;
      return fs.read(path, max);
    },
  };
  const place = { home: `${folder}/home`, configFolder: "/c", dataFolder: "/d", platform: "linux" } as const;
  const here = { agent: "codex", place, environment: {}, cwd: folder, named: [] } as const;
  const finder = createSkillFinder(here);
  for (let index = 0; index < 300; index++)
    expect(finder({ name: `PATH${index}`, cwd: `${folder}/repo`, reach: "agent" }, counted)).toEqual([]);
  expect(reads).toBeLessThan(100);
});

test("a folder refers to the skill in it, wherever it is", () => {
  put({ "anywhere/x/SKILL.md": skillFile("pdf") });
  expect(find(`${folder}/anywhere/x`)).toMatchObject([{ name: "pdf", directory: `${folder}/anywhere/x` }]);
  expect(find(`${folder}/anywhere`)).toEqual([]);
});

describe("a skill with an unreadable list is an error", () => {
  test.each([
    ["broken YAML", "---\nname: a\n- b\nallowed-tools: Read\n---\n"],
    ["a frontmatter without an end", "---\nname: a\nallowed-tools: Read\n"],
    ["a list twice", "---\nname: a\nallowed-tools: Read\nallowed-tools: Bash\n---\n"],
    ["no mapping", "---\n- a\n---\n"],
    ["no text", "---\nname: a\n\0---\n"],
  ])("%s", (_, text) => {
    put({ "home/.claude/skills/a/SKILL.md": text });
    expect(() => find("a")).toThrow(expect.objectContaining({ code: "skill-invalid" }));
    expect(find("b")).toEqual([]);
  });

  test("but one without frontmatter lists nothing", () => {
    put({ "home/.claude/skills/a/SKILL.md": "# Just do it\n" });
    expect(find("a")).toMatchObject([{ name: "a" }]);
    expect(find("a")[0]).not.toHaveProperty("requestedTools");
  });

  test("and a skill with a link out of it has no digest", () => {
    put({ "home/.claude/skills/a/SKILL.md": skillFile("a") });
    symlinkSync(base, `${folder}/home/.claude/skills/a/link`);
    expect(find("a")).toMatchObject([{ name: "a", digest: "none" }]);
  });
});

test.each([
  "..",
  "../..",
  "../../../etc",
  ".",
  "a/../../b",
  "",
  "__proto__",
  "a\0b",
  "\u202Epdf",
  "*",
  "pdf:",
  ":pdf:",
])("no name leads out of the skills folders: %j", (name) => {
  put({
    "home/.claude/SKILL.md": skillFile("outer"),
    "home/.claude/skills/zzz/SKILL.md": skillFile("zzz"),
    "home/.claude/skills/nameless/SKILL.md": "# No frontmatter\n",
  });
  expect(places(name)).toEqual([]);
});

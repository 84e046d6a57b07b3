import { expect, test } from "vitest";
import { parseSkill } from "../parse/parse-skill.ts";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import { ownFilePatterns, type PolicyLayer, type SkillLayerOptions, skillLayer } from "./policy-layer.ts";
import { collapsePath } from "./request-path.ts";

const requestedTools = tokenizeTools("Bash(git:*) Read");
const disallowedTools = tokenizeTools("Write");

test.each([
  ["restrict", { deny: disallowedTools, only: requestedTools }],
  ["grant", { deny: disallowedTools, allow: requestedTools }],
  ["both", { deny: disallowedTools, only: requestedTools, allow: requestedTools }],
  ["advisory", { deny: disallowedTools, advised: requestedTools }],
] as const)("C-6: a skill's lists in mode %s", (mode, lists) => {
  expect(skillLayer({ name: "review", requestedTools, disallowedTools, mode })).toEqual({
    kind: "skill",
    name: "skill review",
    ...lists,
  });
});

test.each(["{Bash: true}", "[[Bash]]", "[{Bash(rm: '*)'}]"])("a list that is %s stops every call", (list) => {
  const { manifest } = parseSkill(`---\nname: x\ndescription: y\ndisallowed-tools: ${list}\n---\n`);
  expect(effectOf(manifest, "Bash", { command: "ls" })).toBe("deny");
  expect(effectOf(manifest, "Read", { path: "a" })).toBe("deny");
});

test.each(["restrict", "both"] as const)(
  "in mode %s an invalid tool list excludes everything, even if an empty one is ignored",
  (mode) => {
    const { manifest } = parseSkill("---\nname: x\ndescription: y\nallowed-tools: {Read: true}\n---\n");
    expect(effectOf({ ...manifest, mode, emptyList: "ignore" }, "Read", { path: "a" })).toBe("deny");
    expect(effectOf({ ...manifest, mode, emptyList: "ignore" }, "Skill", { skill: "a" })).toBe("allow");
  },
);

test("C-6 S3-11: without a list nothing is restricted; an empty list leaves only the skill tools", () => {
  expect(skillLayer({ name: "a" })).toEqual({ kind: "skill", name: "skill a" });
  expect(skillLayer({ name: "a", requestedTools: [] })).toEqual({ kind: "skill", name: "skill a", only: [] });
  expect(skillLayer({ name: "a", requestedTools: [], emptyList: "ignore" })).toEqual({
    kind: "skill",
    name: "skill a",
  });
  for (const list of [{}, { requestedTools: [], emptyList: "ignore" }] as const)
    expect(skillLayer({ name: "a", mode: "advisory", ...list })).toStrictEqual({
      kind: "skill",
      name: "skill a",
    });
});

function effectOf(options: Partial<SkillLayerOptions>, tool: string, input: unknown): Effect {
  const layers: readonly PolicyLayer[] = [
    skillLayer({ name: "x", ...options }),
    { kind: "default", name: "default", otherwise: "allow" },
  ];
  const resolvePath = (path: string): string => collapsePath(path.startsWith("/") ? path : `/work/${path}`);
  return decide({ tool, input, workspace: "/work", resolvePath }, layers).effect;
}

test.each([`\${SKILL_DIR}`, `\${CLAUDE_SKILL_DIR}`, `\${CLAUDE_PLUGIN_ROOT}`, "{baseDir}", `\${baseDir}`])(
  "R3-7: %s in a pattern is the folder",
  (variable) => {
    const folder = "/home/me/.skills/pdf";
    const variables = {
      SKILL_DIR: folder,
      CLAUDE_SKILL_DIR: folder,
      CLAUDE_PLUGIN_ROOT: folder,
      baseDir: folder,
    };
    const list = tokenizeTools(`Bash(${variable}/scripts/run.sh:*) Read(${variable}/**)`);
    const options = { requestedTools: list, variables };
    expect(effectOf(options, "Read", { path: `${folder}/a.md` })).toBe("allow");
    expect(effectOf(options, "Read", { path: "/home/me/.skills/other" })).toBe("deny");
    expect(effectOf(options, "Bash", { command: `${folder}/scripts/run.sh a` })).toBe("allow");
    expect(effectOf(options, "Bash", { command: "/elsewhere/scripts/run.sh a" })).toBe("deny");
    expect(skillLayer({ name: "x", ...options }).only?.[1]?.text).toBe(`Read(${variable}/**)`);
  },
);

test.each([
  "/skills/a*",
  "/skills/[ab]",
  "/skills/{a,b}",
  "/skills/a?",
  "/skills/a)b",
  "/skills/a\\b",
  "/a$b",
  "/a'b",
  "/a:b",
])("a folder named %s is never read as a pattern", (folder) => {
  const list = tokenizeTools(`Bash(\${SKILL_DIR}/run:*) Read(\${SKILL_DIR}/**)`);
  const options = { requestedTools: list, variables: { SKILL_DIR: folder } };
  expect(effectOf(options, "Read", { path: "/skills/abc/x" })).toBe("deny");
  expect(effectOf(options, "Read", { path: `${folder}/x` })).toBe("deny");
  expect(
    effectOf({ disallowedTools: list, variables: { SKILL_DIR: folder } }, "Read", { path: "/etc/x" }),
  ).toBe("deny");
});

test("a folder with a space in its name is one word of a command", () => {
  const list = tokenizeTools(`Bash(\${SKILL_DIR}/run:*) Read(\${SKILL_DIR}/**)`);
  const options = { requestedTools: list, variables: { SKILL_DIR: "/my skills/a" } };
  expect(effectOf(options, "Bash", { command: "/my skills/a/run" })).toBe("deny");
  expect(effectOf(options, "Read", { path: "/my skills/a/x" })).toBe("allow");
});

test("an unset variable allows nothing and excludes everything", () => {
  const list = tokenizeTools(`Read(\${CLAUDE_SESSION_ID}/**)`);
  expect(effectOf({ requestedTools: list }, "Read", { path: "a/b" })).toBe("deny");
  expect(effectOf({ disallowedTools: list }, "Read", { path: "a/b" })).toBe("deny");
  const command = tokenizeTools(`Bash(\${CLAUDE_SESSION_ID}/run:*)`);
  expect(effectOf({ disallowedTools: command }, "Bash", { command: "ls" })).toBe("deny");
  expect(effectOf({ requestedTools: tokenizeTools("Read({constructor}/**)") }, "Read", { path: "a" })).toBe(
    "deny",
  );
});

test("names every object has are not variables", () => {
  const layer = skillLayer({
    name: "s",
    requestedTools: tokenizeTools("Read({constructor}/x)"),
    variables: {},
  });
  expect(layer.only).toEqual(tokenizeTools("Read({constructor}/x)"));
});

const ownFiles = (list: string, directory = "/work/skills/pdf"): readonly string[] =>
  ownFilePatterns({ requestedTools: tokenizeTools(list), directory }, "/work").map(({ text }) => text);
const readsOwn = ["Read", "Grep", "Glob", "LS"].map((tool) => `${tool}(\${SKILL_DIR}/**)`);

test("a list implies the skill's files for reading, and its scripts by every path to them", () => {
  expect(ownFiles("Read")).toEqual(readsOwn);
  expect(ownFiles("Bash(python3 scripts/fill.py:*) Bash(git:*)")).toEqual([
    ...readsOwn,
    `Bash(python3 \${SKILL_DIR}/scripts/fill.py:*)`,
    "Bash(python3 skills/pdf/scripts/fill.py:*)",
    `Bash(cd \${SKILL_DIR})`,
    "Bash(cd skills/pdf)",
  ]);
  expect(ownFiles("Bash(./scripts/run.sh)", "/home/me/pdf")).toEqual([
    ...readsOwn,
    `Bash(\${SKILL_DIR}/scripts/run.sh)`,
    `Bash(cd \${SKILL_DIR})`,
  ]);
});

test.each(["Bash", "Bash(git:*)", "Write(scripts/x)", "Bash Write(scripts/x)"])(
  "%s does not imply that any script may run",
  (list) => {
    expect(ownFiles(list)).toEqual(readsOwn);
  },
);

test("without a list or a folder nothing is implied", () => {
  expect(ownFiles("")).toEqual([]);
  expect(ownFiles("Read Bash(scripts/x)", "")).toEqual([]);
});

import { expect, test } from "vitest";
import { parseSkill } from "../parse/parse-skill.ts";
import { decide } from "./decide.ts";
import { type DeclaredLimits, narrow, readDeclaredLimits } from "./declared-limits.ts";
import { type PolicyLayer, skillLayer } from "./policy-layer.ts";
import { collapsePath } from "./request-path.ts";

function declare(lines: readonly string[]): DeclaredLimits | undefined {
  const text = ["---", "name: kit", "description: Does it.", ...lines, "---", ""].join("\n");
  return readDeclaredLimits(parseSkill(text).manifest.security);
}

const everything: DeclaredLimits = { network: true, writes: true, commands: true, files: "system" };

test("S2-31: without a security manifest nothing is limited", () => {
  expect(declare([])).toBeUndefined();
});

test.each<[string, Partial<DeclaredLimits>]>([
  ["requiresNetwork: false", { network: false }],
  ["modifiesFiles: false", { writes: false }],
  ["executesCommands: false", { commands: false }],
  ["fileSystemScope: workspace", { files: "workspace" }],
  ["fileSystemScope: Skill-Directory", { files: "skill-directory" }],
  ["fileSystemScope: everywhere else", { files: "skill-directory" }],
  ["requiresNetwork: true", {}],
  ["capabilities: []", {}],
  ["capabilities: [clipboard]", {}],
  ["capabilities: ['file:read']", { network: false, writes: false, commands: false }],
  ["capabilities: ['file:write']", { network: false, commands: false }],
  ["capabilities: [filesystem]", { network: false, commands: false }],
  [
    "capabilities: [{ capability: 'shell:execute', reason: x }]",
    { network: false, writes: false, files: "skill-directory" },
  ],
  ["capabilities: [http_request, fs.read, process]", { writes: false }],
  ["{ capabilities: ['file:read'], requiresNetwork: true }", { writes: false, commands: false }],
  [
    "{ capabilities: ['network:fetch', 'file:read', shell], requiresNetwork: false }",
    { network: false, writes: false },
  ],
])("S2-31: a manifest that says %s", (line, limits) => {
  const lines = line.startsWith("{") ? [`security: ${line}`] : ["security:", `  ${line}`];
  expect(declare(lines)).toEqual({ ...everything, ...limits });
});

test.each<[Partial<DeclaredLimits>, string, unknown, string]>([
  [{ network: false }, "WebFetch", { url: "https://a.example.com" }, "security: no network"],
  [{ network: false }, "web_search", { query: "x" }, "security: no network"],
  [{ network: false }, "Bash", { command: "ls && curl https://a.example.com" }, "security: no network"],
  [{ network: false }, "Bash", { command: "ls" }, "allowed"],
  [{ writes: false }, "write_file", { path: "a" }, "security: no changes to files"],
  [{ writes: false }, "Bash", { command: "echo x > a" }, "security: no changes to files"],
  [{ writes: false }, "Bash", { command: "rm -r src" }, "security: no changes to files"],
  [{ writes: false }, "Read", { path: "a" }, "allowed"],
  [{ commands: false }, "Bash", { command: "ls" }, "security: no commands"],
  [{ commands: false }, "skills_run_script", { name: "kit", script: "run.sh" }, "security: no commands"],
  [{ commands: false }, "mcp__skillwright__skills_run_script", { name: "kit" }, "security: no commands"],
  [{ commands: false }, "skills_read_file", { name: "kit", path: "a.md" }, "allowed"],
  [{ files: "workspace" }, "Read", { path: "src/a.ts" }, "allowed"],
  [{ files: "workspace" }, "Read", { path: "/skills/kit/a.md" }, "allowed"],
  [{ files: "workspace" }, "Read", { path: "/etc/passwd" }, "security: files of the workspace"],
  [{ files: "workspace" }, "Read", { path: "src/../../home/a" }, "security: files of the workspace"],
  [{ files: "workspace" }, "Grep", { pattern: "x", path: "/" }, "security: files of the workspace"],
  [{ files: "workspace" }, "Bash", { command: "sort < /etc/passwd" }, "security: files of the workspace"],
  [{ files: "workspace" }, "Bash", { command: "sort a > $x" }, "security: files of the workspace"],
  [{ files: "skill-directory" }, "Read", { path: "src/a.ts" }, "security: files of the skill-directory"],
  [
    { files: "skill-directory" },
    "Read",
    { path: "/skills/kit-2/a" },
    "security: files of the skill-directory",
  ],
  [{ files: "skill-directory" }, "Read", { path: "/skills/kit/a.md" }, "allowed"],
  [{ files: "skill-directory" }, "Grep", { pattern: "x" }, "security: files of the skill-directory"],
  [{ files: "skill-directory" }, "TodoWrite", { todos: [] }, "allowed"],
])("S2-31: with %j, %s %j is %s", (...[limits, tool, input, rule]) => {
  for (const mode of ["restrict", "grant", "both", "advisory"] as const) {
    const variables = { SKILL_DIR: "/skills/kit" };
    const layers: readonly PolicyLayer[] = [
      skillLayer({ name: "kit", declared: { ...everything, ...limits }, mode, variables }),
      { kind: "default", name: "default", otherwise: "allow" },
    ];
    const resolvePath = (path: string): string => collapsePath(path.startsWith("/") ? path : `/work/${path}`);
    const decision = decide({ tool, input, workspace: "/work", resolvePath }, layers);
    expect(decision.effect === "deny" ? decision.rule : "allowed").toBe(rule);
  }
});

test("of several skills the narrowest limits count", () => {
  const one = { network: true, writes: false, files: "workspace", directory: "/a" } as const;
  const other = { network: false, writes: true, files: "skill-directory", directory: "/b" } as const;
  expect(narrow([undefined, one, other])).toEqual({ ...other, network: false, writes: false });
  expect(narrow([other, one])).toEqual({ ...other, network: false, writes: false });
  expect(narrow([undefined])).toBeUndefined();
});

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { parseSkill } from "@skillwright/core/parse";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { createTestFolder } from "../sandbox/test-contract-runs.ts";
import { type ReadHooks, readHooks } from "./read-hooks.ts";
import type { HookDependencies } from "./run-hooks.ts";

/** A skill on disk next to an empty workspace, with the hooks in its frontmatter. */
export type SkillUnderTest = ReadHooks & {
  readonly skill: string;
  readonly workspace: string;
  readonly dependencies: HookDependencies;
};

/** Writes a skill with these lines of frontmatter and these files, and reads its hooks. */
export function createSkill(
  frontmatter: string,
  files: Readonly<Record<string, string>> = {},
): SkillUnderTest {
  const folder = createTestFolder();
  const skill = join(folder, "guarded");
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  const text = `---\nname: guarded\ndescription: Guards.\n${frontmatter}\n---\n`;
  for (const [path, content] of Object.entries({ ...files, "SKILL.md": text })) {
    mkdirSync(dirname(join(skill, path)), { recursive: true });
    writeFileSync(join(skill, path), content);
    chmodSync(join(skill, path), 0o644);
  }
  const { manifest } = parseSkill(text);
  return {
    ...readHooks(manifest.hooks, { name: "guarded", digest: "sha256:1", directory: skill }),
    skill,
    workspace,
    dependencies: {
      sandbox: createUnconfinedSandbox(),
      fs: createNodeFileSystem(),
      starting: async () => {},
      session: "s1",
      workspace,
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: folder, LANG: "C.UTF-8" },
    },
  };
}

/** Frontmatter of one hook before every call of a tool. */
export function beforeTools(command: string, more = ""): string {
  return `hooks:\n  PreToolUse:\n    - matcher: "*"\n      hooks:\n        - {type: command, command: ${JSON.stringify(command)}${more}}`;
}

import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * Names that other programs obey on their own: git, editors, agents. A program that can write there escapes the sandbox
 * the next time the user starts one of them.
 */
export const sealedNames: readonly string[] = [
  ".agents",
  ".claude",
  ".codex",
  ".continue",
  ".cursor",
  ".devcontainer",
  ".factory",
  ".gemini",
  ".git",
  ".github/hooks",
  ".github/mcp.json",
  ".husky",
  ".idea",
  ".junie",
  ".kiro",
  ".mcp.json",
  ".opencode",
  ".qwen",
  ".roo",
  ".vscode",
  ".windsurf",
  ".zed",
  "opencode.json",
  "opencode.jsonc",
];

/** The parts of a repository that decide which programs git starts; the rest must stay writable for commits. */
const sealedInRepository = [".git/hooks", ".git/config", ".git/config.worktree", ".git/commondir"];

/** Paths in a writable folder that a program may neither change nor create. */
export function sealedPaths(folder: string): readonly string[] {
  const git = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
  const names = sealedNames.flatMap((name) =>
    name === ".git" && git?.isDirectory() ? sealedInRepository : [name],
  );
  return names.map((name) => join(folder, name));
}

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sandboxLimits } from "./limits.ts";

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
const sealedInRepository = ["hooks", "config", "config.worktree", "commondir"];

/** Paths in a writable folder that a program may neither change nor create. */
export function sealedPaths(folder: string): readonly string[] {
  const git = join(folder, ".git");
  const isRepository = isFolder(git);
  const names = sealedNames.filter((name) => name !== ".git" || !isRepository);
  return [...names.map((name) => join(folder, name)), ...(isRepository ? sealedInGit(git) : [])];
}

/** Also of its submodules, which `git status` enters, and all about its other work trees, which may be anywhere. */
function sealedInGit(git: string): readonly string[] {
  const modules = findModules(join(git, "modules"));
  return [
    ...[git, ...(modules ?? [])].flatMap((one) => sealedInRepository.map((name) => join(one, name))),
    ...(modules === undefined ? [join(git, "modules")] : []),
    ...(isFolder(join(git, "worktrees")) ? [join(git, "worktrees")] : []),
  ];
}

/**
 * A submodule's name may be a path, so that it lies deeper, and it may have submodules itself. Undefined if there are too
 * many to seal one by one.
 */
function findModules(root: string): readonly string[] | undefined {
  const found: string[] = [];
  const pending = [root];
  for (let folder = pending.pop(), seen = 0; folder !== undefined; folder = pending.pop(), seen++) {
    if (found.length > sandboxLimits.sealedModules || seen > sandboxLimits.countedEntries) return undefined;
    const entries = listFolders(folder);
    const isModule = entries.includes("objects") && entries.includes("refs");
    if (isModule) found.push(folder);
    for (const name of isModule ? ["modules"] : entries) pending.push(join(folder, name));
  }
  return found;
}

function listFolders(path: string): readonly string[] {
  if (!isFolder(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

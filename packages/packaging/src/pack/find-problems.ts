import type { Finding } from "@skillwright/core";
import { checkSkill, findProfile } from "@skillwright/core/check";
import { createMemoryFileSystem, type FileSystem, loadSkills } from "@skillwright/core/discover";
import type { FileTree, TreeFile } from "../tree/file-tree.ts";
import { createTreeFileSystem } from "../tree/tree-file-system.ts";

/**
 * What speaks against sharing these files: an invalid SKILL.md, secrets, references to files that are not among them. Only what is in
 * the tree counts, so that a file that was left out is missing here as it would be for whoever installs the package.
 */
export function findProblems(tree: FileTree, directory: string): readonly Finding[] {
  // Without files, a file system in memory would not even have the folder.
  const fs =
    tree.entries.length === 0 ? createTreeFileSystem(tree, directory) : asFileSystem(tree, directory);
  const settings = { profile: findProfile("standard") };
  const skills = [...loadSkills(fs, [directory])];
  const isOneSkill = skills.some((skill) => skill.directory === directory);
  return skills.flatMap((skill) => {
    // Inside a skill, a file named SKILL.md is often a document of its own kind.
    const isNested = isOneSkill && skill.directory !== directory;
    return checkSkill(skill, settings).filter(
      (finding) => isBlocking(finding) || (!isNested && isInvalid(finding)),
    );
  });
}

/** A tree as the folder it was read from; links to files are copies. */
function asFileSystem({ entries }: FileTree, directory: string): FileSystem {
  const files = new Map<string, TreeFile>();
  for (const entry of entries) if (!("linksTo" in entry)) files.set(entry.path, entry);
  const copies = entries.flatMap((entry) => {
    const file = "linksTo" in entry ? files.get(entry.linksTo) : undefined;
    return file === undefined ? [] : [{ ...file, path: entry.path }];
  });
  return createMemoryFileSystem(
    Object.fromEntries(
      [...files.values(), ...copies].map(({ path, bytes, executable }) => [
        `${directory}/${path}`,
        { content: bytes, executable },
      ]),
    ),
  );
}

function isBlocking({ rule }: Finding): boolean {
  return rule === "embedded-secret" || rule === "reference-broken";
}

function isInvalid({ rule, category, severity }: Finding): boolean {
  // Whoever installs the skill puts it into a folder of its name.
  return category === "spec" && severity === "error" && rule !== "name.matchesDirectory";
}

import { createHash } from "node:crypto";
import { compact, compareUtf8 } from "@skillwright/core/text";
import type { FileTree } from "../tree/file-tree.ts";
import type { LockedSkill } from "./lock.ts";

export type ExportedSkill = { readonly locked: LockedSkill; readonly tree: FileTree };

/** The text of a `skills-lock.json`, which `npx skills` reads: what is installed, with that tool's hash. */
export function exportSkillsLock(skills: readonly ExportedSkill[]): string {
  const lines = skills
    .toSorted((left, right) => compareUtf8(left.locked.name, right.locked.name))
    .map(({ locked, tree }) => {
      const entry = { ...describeSource(locked), computedHash: hashFolder(tree) };
      return `    ${JSON.stringify(locked.name)}: ${JSON.stringify(entry, null, 2).replaceAll("\n", "\n    ")}`;
    });
  const list = lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
  return `{\n  "version": 1,\n  "skills": ${list}\n}\n`;
}

function describeSource({ source, path, resolved }: LockedSkill): object {
  const skillPath = path === undefined ? undefined : `${path}/SKILL.md`;
  const [, github] = /^github:([^/]+\/[^/@]+)/.exec(source) ?? [];
  if (github !== undefined)
    return { source: github, ref: resolved, sourceType: "github", ...compact({ skillPath }) };
  const npm = /^npm:(.+)/.exec(source)?.[1];
  if (npm !== undefined) return { source: npm, sourceType: "node_modules" };
  if (/^https?:/.test(source)) return { source, sourceType: "well-known" };
  if (/^(?:\.{0,2}\/|[A-Za-z]:[\\/])/.test(source)) return { source, sourceType: "local" };
  return {
    source: source.replace(/^git\+/, ""),
    ref: resolved,
    sourceType: "git",
    ...compact({ skillPath }),
  };
}

/** That tool's hash: paths and bytes of the files one after the other, in the order of the English alphabet. */
function hashFolder({ entries }: FileTree): string {
  const isSkipped = (path: string) => /(?:^|\/)(?:\.git|node_modules)\//.test(path);
  const hash = createHash("sha256");
  const files = entries.filter((entry) => "bytes" in entry && !isSkipped(entry.path));
  for (const entry of files.toSorted((left, right) => left.path.localeCompare(right.path, "en"))) {
    hash.update(entry.path);
    if ("bytes" in entry) hash.update(entry.bytes);
  }
  return hash.digest("hex");
}

import type { FileTree } from "@skillwright/packaging";

export type FileChange = {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  /** What each version has; for a link, an arrow and its target. */
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
};

/** The files that differ between two versions, SKILL.md first. A file also differs if it becomes a link or a program. */
export function changedFiles(before: FileTree | undefined, after: FileTree): readonly FileChange[] {
  const [old, now] = [indexFiles(before), indexFiles(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(bySkillFile);
  return paths.flatMap((path): FileChange[] => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was && is && was.kind === is.kind && Buffer.compare(was.bytes, is.bytes) === 0) return [];
    return [
      { path, change: kindOf(was, is), ...(was && { before: was.bytes }), ...(is && { after: is.bytes }) },
    ];
  });
}

function kindOf(was: Indexed | undefined, is: Indexed | undefined): FileChange["change"] {
  if (was === undefined) return "added";
  return is === undefined ? "removed" : "changed";
}

type Indexed = { readonly kind: "link" | "program" | "file"; readonly bytes: Uint8Array };

function indexFiles(tree: FileTree | undefined): ReadonlyMap<string, Indexed> {
  const entries = tree?.entries ?? [];
  return new Map(
    entries.map((entry): [string, Indexed] => {
      if (!("bytes" in entry))
        return [entry.path, { kind: "link", bytes: Buffer.from(`→ ${entry.linksTo}`) }];
      return [entry.path, { kind: entry.executable ? "program" : "file", bytes: entry.bytes }];
    }),
  );
}

function bySkillFile(a: string, b: string): number {
  if (a === "SKILL.md" || b === "SKILL.md") return a === "SKILL.md" ? -1 : 1;
  return a < b ? -1 : 1;
}

import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { testingLimits } from "./limits.ts";
import type { ReadyCase } from "./planned-case.ts";

/** The saved output of a case, `tests/snapshots/01-basic.txt`. */
export type Snapshot = {
  /** Undefined when there is none. */
  read(): string | undefined;
  /** Leaves the file alone when it already has this content. */
  keep(text: string): KeptSnapshot;
};

export type KeptSnapshot = "written" | "unchanged";

/** The skill must have been copied before, which proves that no link in it leads out. */
export function openSnapshot({ skill, stem }: Pick<ReadyCase, "skill" | "stem">, fs: FileSystem): Snapshot {
  const folder = `${skill.directory}/tests/snapshots`;
  const path = `${folder}/${stem}.txt`;
  return {
    read: () => {
      if (fs.stat(path) === undefined) return undefined;
      const max = testingLimits.testSnapshotBytes;
      const { bytes, size } = fs.read(path, max);
      if (size > max) throw new SkillError("file-too-large", { path, size, max });
      return new TextDecoder().decode(bytes);
    },
    keep: (text) => {
      const bytes = new TextEncoder().encode(text);
      if (fs.stat(path)?.size === bytes.length && isFile(folder, `${stem}.txt`, fs)) {
        const kept = fs.read(path, bytes.length).bytes;
        if (kept.every((byte, index) => byte === bytes[index])) return "unchanged";
      }
      fs.write(path, bytes, { replacesLink: true });
      return "written";
    },
  };
}

/** A link does not count: it is replaced by a file. */
function isFile(folder: string, name: string, fs: FileSystem): boolean {
  return fs.list(folder).some((entry) => entry.name === name && entry.kind === "file");
}

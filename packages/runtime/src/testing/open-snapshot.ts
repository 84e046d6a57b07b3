import { type FileSystem, limits, SkillError } from "@skillwright/core";
import type { ReadyCase } from "./planned-case.ts";

/** What a case wrote when it last was right, kept among the skill's own files: `tests/snapshots/01-basic.txt`. */
export type Snapshot = {
  /** Undefined when none was kept. */
  read(): string | undefined;
  write(text: string): void;
};

/** For a skill that has been copied, so that no link in it leads out. */
export function openSnapshot({ skill, stem }: Pick<ReadyCase, "skill" | "stem">, fs: FileSystem): Snapshot {
  const path = `${skill.directory}/tests/snapshots/${stem}.txt`;
  return {
    read: () => {
      if (fs.stat(path) === undefined) return undefined;
      const max = limits.testSnapshotBytes;
      const { bytes, size } = fs.read(path, max);
      if (size > max) throw new SkillError("file-too-large", { path, size, max });
      return new TextDecoder().decode(bytes);
    },
    write: (text) => fs.write(path, new TextEncoder().encode(text), { replacesLink: true }),
  };
}

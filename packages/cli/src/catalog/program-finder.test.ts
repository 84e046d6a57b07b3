import { SkillError } from "@skillwright/core";
import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { createProgramFinder } from "./program-finder.ts";

const fs = createMemoryFileSystem({
  "/usr/bin/git": { content: "", executable: true },
  "/usr/bin/notes": "",
  "/opt/bin/jq": { content: "", executable: true },
  "/usr/bin/python/readme": "",
  "C:/tools/git.exe": "",
  "C:/tools/npm.cmd": "",
});

test("a program is an executable file in one of the folders", () => {
  const has = createProgramFinder(fs, { platform: "linux", programs: ["/usr/bin", "/opt/bin"] });
  expect(["git", "jq", "notes", "python", "curl"].map(has)).toEqual([true, true, false, false, false]);
});

test("on Windows the file extension of a program can be omitted, and no executable bit is needed", () => {
  const has = createProgramFinder(fs, { platform: "win32", programs: ["C:/tools"] });
  expect(["git", "npm", "git.exe", "jq"].map(has)).toEqual([true, true, true, false]);
});

test("an unreadable folder contains no program, and the others are still searched", () => {
  const guarded = {
    ...fs,
    stat: (path: string) => {
      if (path.startsWith("/root/")) throw new SkillError("file-forbidden", { path });
      return fs.stat(path);
    },
  };
  const has = createProgramFinder(guarded, { platform: "linux", programs: ["/root/bin", "/usr/bin"] });
  expect([has("git"), has("curl")]).toEqual([true, false]);
});

import { expect, test } from "vitest";
import { createSkillFiles } from "../discover/skill-files.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { readScripts } from "./scripts.ts";

test("scripts are found by extension and by shebang, in scripts/ only", () => {
  const fs = createMemoryFileSystem({
    "pdf/SKILL.md": "",
    "pdf/references/a.py": "",
    "pdf/scripts/a.py": "",
    "pdf/scripts/b.mjs": "",
    "pdf/scripts/data.json": "{}",
    "pdf/scripts/deep/c.sh": "",
    "pdf/scripts/run": "#!/usr/bin/env bash\n",
    "pdf/scripts/notes": "text",
  });
  const found = readScripts(createSkillFiles(fs, "pdf")).map(({ path, language }) => `${path} ${language}`);
  expect(found).toEqual([
    "scripts/a.py python",
    "scripts/b.mjs javascript",
    "scripts/deep/c.sh shell",
    "scripts/run shell",
  ]);
});

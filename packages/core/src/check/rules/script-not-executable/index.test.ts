import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = { "greet/SKILL.md": "---\nname: greet\ndescription: Greets.\n---\n" };

test("a script with a shebang and no executable bit is found, with a fix", () => {
  const [finding] = findingsOf("script-not-executable", { ...skill, "greet/scripts/run.sh": "#!/bin/sh\n" });
  expect(finding).toMatchObject({
    file: "greet/scripts/run.sh",
    args: { file: "scripts/run.sh" },
    fix: { safe: true, executable: true, edits: [] },
  });
});

test("an executable script, a module without shebang and a reference are fine", () => {
  const files = {
    ...skill,
    "greet/scripts/run.sh": { content: "#!/bin/sh\n", executable: true },
    "greet/scripts/lib.py": "x = 1\n",
    "greet/references/shell.md": "#!/bin/sh\n",
  };
  expect(findingsOf("script-not-executable", files)).toEqual([]);
});

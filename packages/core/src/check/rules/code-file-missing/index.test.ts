import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
const check = (body: string): ReturnType<typeof findingsOf> =>
  findingsOf("code-file-missing", { "pdf/SKILL.md": skill(body), "pdf/scripts/convert.py": "" });

test("a missing file in a code span or a code block is reported at its path, once", () => {
  expect(check("Run `scripts/deploy.sh`.\n\n```bash\npython ./scripts/deploy.sh x\n```")).toMatchObject([
    {
      args: { path: "scripts/deploy.sh" },
      range: { start: { line: 5, column: 6 }, end: { line: 5, column: 23 } },
    },
  ]);
  expect(check("```bash\npython ./assets/run.py x\n```")).toMatchObject([
    {
      args: { path: "assets/run.py" },
      range: { start: { line: 6, column: 10 }, end: { line: 6, column: 23 } },
    },
  ]);
});

test.each([
  ["an existing file", "Run `scripts/convert.py`."],
  ["a misspelled file, which is a broken reference", "Run `scripts/covert.py`."],
  ["prose", "Put it into scripts/deploy.sh."],
  ["another folder", "```bash\npython src/scripts/deploy.sh\n```"],
  ["a pattern", "```bash\npython scripts/*.sh scripts/{a,b}.sh\n```"],
])("%s is fine", (_, body) => {
  expect(check(body)).toEqual([]);
});

test("a text without a folder is not reported", () => {
  expect(findingsOf("code-file-missing", skill("Run `scripts/deploy.sh`."))).toEqual([]);
});

test("400 KB of hostile code terminates", () => {
  expect(check(`\`\`\`\n${"scripts/a.".repeat(40_000)}\n\`\`\``).length).toBeLessThan(2);
});

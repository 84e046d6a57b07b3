import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
const packagesIn = (body: string): readonly unknown[] =>
  findingsOf("unpinned-runner", skill(body)).map(({ args }) => args.package);

test.each([
  ["npx linkinator https://x.y", "linkinator"],
  ["npx -y @scope/tool@latest run", "@scope/tool"],
  ["npx -p typedoc-tool cmd", "typedoc-tool"],
  ["bunx tuistory --help", "tuistory"],
  ["uvx ruff check", "ruff"],
  ["uvx --python 3.13 --from pymupdf4 tool", "pymupdf4"],
  ["pipx run cowsay", "cowsay"],
  ["pnpm dlx degit a/b", "degit"],
  ["deno run -A npm:cowsay", "cowsay"],
])("`%s` runs an unpinned %s", (command, name) => {
  expect(packagesIn(`\`${command}\``)).toEqual([name]);
  expect(packagesIn(`\`\`\`sh\n${command}\n\`\`\``)).toEqual([name]);
});

test.each([
  "npx linkinator@6.1.2",
  "npx @scope/tool@1.0.0",
  "uvx ruff@0.8.1",
  "uvx --from ruff==0.8.1 ruff",
  "deno run npm:cowsay@1.6.0",
  "npx tsc --noEmit",
  "npx playwright test",
  "npx <package>",
  "npx ./tool",
  "npx $TOOL",
  "npx",
  "pipx install black",
])("`%s` is fine", (command) => {
  expect(packagesIn(`\`${command}\``)).toEqual([]);
});

test("prose and comments are not commands", () => {
  expect(
    packagesIn("With npx linkinator you can check links.\n```sh\n# npx linkinator is slow\n```"),
  ).toEqual([]);
});

test("a package is reported once for each file, at the command", () => {
  const files = {
    "pdf/SKILL.md": skill("`npx one` `npx one` `npx two`"),
    "pdf/scripts/run.sh": "npx one\n",
    "pdf/scripts/run.py": "# npx one\n",
  };
  expect(findingsOf("unpinned-runner", files)).toMatchObject([
    {
      file: "pdf/SKILL.md",
      args: { command: "npx one", example: "one@1.2.3" },
      range: { start: { line: 5, column: 2 }, end: { line: 5, column: 9 } },
    },
    { file: "pdf/SKILL.md", args: { command: "npx two" } },
    { file: "pdf/scripts/run.sh", args: { command: "npx one" } },
  ]);
});

import { expect, test } from "vitest";
import { loadSkill } from "../../discover/load-skill.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../../fs/memory.ts";
import type { ScannedText } from "../evidence.ts";
import { type OpenedTexts, openTexts } from "./open-texts.ts";

function open(body: string, files: MemoryFiles = {}): OpenedTexts {
  const all = Object.entries(files).map(([path, content]) => [`pdf/${path}`, content] as const);
  const skill = `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
  return openTexts(
    loadSkill(createMemoryFileSystem({ "pdf/SKILL.md": skill, ...Object.fromEntries(all) }), "pdf"),
  );
}

function find({ texts }: OpenedTexts, path: string): ScannedText | undefined {
  return texts.find((text) => text.path === path);
}

test("SKILL.md comes first, then what it leads to, then the rest", () => {
  const { texts, unread } = open("Run `scripts/b.sh`.", {
    "a.md": "Other.",
    "scripts/b.sh": "source ./c.sh\n",
    "scripts/c.sh": "echo\n",
  });
  expect(texts.map(({ path, language, role, isReached }) => [path, language, role, isReached])).toEqual([
    ["SKILL.md", "markdown", "instructions", true],
    ["scripts/b.sh", "shell", "program", true],
    ["scripts/c.sh", "shell", "program", true],
    ["a.md", "markdown", "reference", false],
  ]);
  expect(unread).toEqual([]);
});

test.each([
  ["a path", "See [forms](docs/forms.md).", "docs/forms.md"],
  ["an escaped path", "See [forms](docs/my%20forms.md).", "docs/my forms.md"],
  ["a base name", "Read forms.md first.", "docs/forms.md"],
  ["a folder", "Everything in `docs/` applies.", "docs/forms.md"],
  ["a glob", "Read docs/*.md.", "docs/forms.md"],
  ["a variable in front", "bash $HERE/lib/run.sh", "lib/run.sh"],
  ["braces in front", `bash \${CLAUDE_PLUGIN_ROOT}/lib/run.sh`, "lib/run.sh"],
  ["a program without extension", "bash setup", "setup"],
  ["a backslash", "powershell lib\\run.ps1", "lib/run.ps1"],
  ["a tool that reads it", "Run make first.", "Makefile"],
  ["nothing at all", "Hello.", ".git/hooks/post-checkout"],
])("a file is reached through %s", (_how, body, path) => {
  expect(find(open(body, { [path]: "hello there\n" }), path)?.isReached).toBe(true);
});

test("a module is reached through its import", () => {
  const opened = open("Run `python main.py` and `node main.js`.", {
    "main.py": "from lib.tools import go\nimport other\n",
    "lib/tools.py": "x = 1\n",
    "other/__init__.py": "x = 1\n",
    "main.js": "const a = require('./src/a');\nimport 'b';\n",
    "src/a.mjs": "let a;\n",
    "node_modules/b/package.json": '{"main":"lib/go.js"}',
    "node_modules/b/lib/go.js": "let b;\n",
  });
  const reached = opened.texts.flatMap(({ path, isReached }) => (isReached ? [path] : []));
  expect(reached.sort()).toEqual(
    [
      "SKILL.md",
      "lib/tools.py",
      "main.js",
      "main.py",
      "node_modules/b/lib/go.js",
      "node_modules/b/package.json",
      "other/__init__.py",
      "src/a.mjs",
    ].sort(),
  );
});

test("a test is a test until something names it", () => {
  const files = { "tests/test_a.py": "import os\n" };
  expect(find(open("Hello.", files), "tests/test_a.py")?.role).toBe("test");
  expect(find(open("Run `python tests/test_a.py`.", files), "tests/test_a.py")?.role).toBe("program");
});

test("places lead to the file, past padding too", () => {
  const text = `${" ".repeat(5000)}\n${"\n".repeat(500)}echo hello\n`;
  const found = find(open("Hello.", { "a.sh": text }), "a.sh");
  const at = found?.text.indexOf("echo") ?? -1;
  const start = text.indexOf("echo");
  expect(found?.placeOf({ start: at, end: at + 4 })).toEqual({
    file: "a.sh",
    span: { start, end: start + 4 },
  });
  expect(found?.disguise).toBe("padding");
});

test("a large folder of packages is named, a file in it that the skill runs is read", () => {
  const many = Array.from({ length: 500 }, (_, index) => [`node_modules/a/${index}.js`, "let a;\n"]);
  const { texts, unread } = open("Run `node node_modules/z/run.js`.", {
    ...Object.fromEntries(many),
    "node_modules/z/run.js": "let z;\n",
  });
  expect(texts.map(({ path, disguise }) => [path, disguise])).toEqual([
    ["SKILL.md", undefined],
    ["node_modules/z/run.js", "skipped-folder"],
  ]);
  expect(unread).toEqual([{ path: "node_modules", reason: "folder", isUsed: false }]);
});

import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const check = (name: string, script: string): ReturnType<typeof findingsOf> =>
  findingsOf("script-interactive", {
    "greet/SKILL.md": "---\nname: greet\ndescription: Greets.\n---\n",
    [`greet/${name}`]: script,
  });

test.each([
  ["scripts/a.sh", 'read -p "Name: " name\n'],
  ["scripts/a.sh", "if true; then read answer; fi\n"],
  ["scripts/a.py", 'name = input("Name: ")\n'],
  ["scripts/a.py", "import getpass\nsecret = getpass.getpass()\n"],
  ["scripts/a.mjs", 'import inquirer from "inquirer";\n'],
  ["scripts/a.js", 'rl.question("Name?", done);\n'],
  ["scripts/a.ps1", '$name = Read-Host "Name"\n'],
])("%s waits: %j", (name, script) => {
  expect(check(name, script)).toHaveLength(1);
});

test.each([
  ["scripts/a.sh", "while IFS= read -r line; do echo $line; done < list.txt\n"],
  ["scripts/a.sh", "read -r first < list.txt\n"],
  ["scripts/a.sh", "echo one two | read -r a b\n"],
  ["scripts/a.sh", "# read the name\necho read this\n"],
  ["scripts/a.sh", 'if [ -t 0 ]; then\n  read -p "Go on? " yes\nfi\n'],
  ["scripts/a.py", "# input() would wait\nargs.input(1)\ndef input(x):\n  pass\n"],
  ["scripts/a.py", 'parser.add_argument("--yes")\nif not args.yes: input("Go on? ")\n'],
  ["scripts/a.js", 'import fs from "node:fs";\n'],
  ["references/a.sh", "read answer\n"],
])("%s does not wait: %j", (name, script) => {
  expect(check(name, script)).toEqual([]);
});

test("the finding covers the call in its file", () => {
  expect(check("scripts/a.py", 'import sys\nname = input("Name: ")\n')).toMatchObject([
    {
      file: "greet/scripts/a.py",
      args: { file: "scripts/a.py", call: "input(" },
      range: { start: { line: 2, column: 8 }, end: { line: 2, column: 14 } },
    },
  ]);
});

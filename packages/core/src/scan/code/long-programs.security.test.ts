import { expect, test } from "vitest";
import { actionsOf, program, read } from "./test-actions.ts";

const languages = ["python", "javascript"] as const;
const pieces = [
  "(",
  "[",
  "{",
  "a(",
  "a.b",
  "a+",
  "x=[",
  "f'{",
  "`${",
  "lambda:",
  "if a:\n ",
  "not ",
  "=>",
  "\\",
  '"',
  "#\n",
  "eval(",
  "@a\n",
];

test.each(languages.flatMap((language) => pieces.map((piece) => [language, piece] as const)))(
  "T10: %s of 30 KB of %j ends and fills no stack",
  { timeout: 60_000 },
  (language, piece) => {
    const text = `eval\n${piece.repeat(30_000 / piece.length)}`;
    expect(() => read(program(text, language))).not.toThrow();
  },
);

test.each([
  ["python", `import os\nx = ${"(".repeat(2000)}os.system("id")${")".repeat(2000)}`],
  ["python", `import os\nx = ${"[".repeat(2000)}os.system("id")${"]".repeat(2000)}`],
  [
    "python",
    `import os\n${Array.from({ length: 95 }, (_one, at) => `${" ".repeat(at)}if a:\n`).join("")}${" ".repeat(95)}os.system("id")`,
  ],
  ["python", `import os\nx = os.system("id")${" + a".repeat(20_000)}`],
  [
    "javascript",
    `const c = require("child_process"); ${"(".repeat(2000)}c.execSync("id")${")".repeat(2000)}`,
  ],
  [
    "javascript",
    `const c = require("child_process"); ${"{".repeat(2000)}c.execSync("id")${"}".repeat(2000)}`,
  ],
  ["javascript", `const c = require("child_process"); c.execSync("id")${".a()".repeat(20_000)}`],
] as const)("T26: deep nesting hides nothing: %s %#", { timeout: 60_000 }, (language, text) => {
  expect(actionsOf(text, language).some((action) => action.startsWith("run id"))).toBe(true);
});

test.each([
  ["loops that never end", "while True:\n  x = x + x\n"],
  [
    "loops in loops",
    "for a in range(4000):\n  for b in range(4000):\n    for c in range(4000):\n      x = a ^ b ^ c\n",
  ],
  ["texts that double", `x = "aaaaaaaaaaaaaaaa"\n${"x = x + x\n".repeat(60)}`],
  [
    "functions that call each other",
    "def f(n):\n  g(n)\n  g(n)\n  g(n)\ndef g(n):\n  f(n)\n  f(n)\n  f(n)\nf(1)\n",
  ],
  ["lists that double", `x = [1]\n${"x = x + x\n".repeat(60)}`],
  ["a list that grows while it is read", "x = [1]\nfor a in x:\n  for b in x:\n    x.append(a)\n"],
  [
    "rows that are looked into again and again",
    "rows = []\nfor a in b:\n  for c in range(9):\n    for d in a:\n      rows.append([rows, a, c, d])\n      print(rows.x, rows.y)\n",
  ],
  ["large numbers", "x = 'a' * 10 ** 12\ny = [0] * 10 ** 12\nz = range(10 ** 15)\n"],
])("T26: %s use up no time, and what comes later is still read", { timeout: 60_000 }, (_name, text) => {
  const actions = actionsOf(`import os\n${text}os.system("id")\n`, "python");
  expect(actions).toContain("run id");
});

test.each([
  [
    "a list that doubles with each call",
    "const all = [1]; function f() { all.push(...all); return f(); } f();",
  ],
  ["joined lists", `let all = [1]; ${"all = all.concat(all); ".repeat(60)}`],
  ["spread lists", `let all = [1]; ${"all = [...all, ...all]; ".repeat(60)}`],
])("%s fills neither stack nor memory", { timeout: 60_000 }, (_name, text) => {
  const actions = actionsOf(`const c = require("child_process"); ${text} c.execSync("id");`, "javascript");
  expect(actions).toContain("run id");
});

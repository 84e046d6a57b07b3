import { parseSkill } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { readRequirements } from "./read-requirements.ts";

/** The requirements in a frontmatter, in short form. */
function read(head: string): readonly string[] {
  const { manifest } = parseSkill(`---\nname: a\ndescription: b\n${head}\n---\nbody\n`);
  return readRequirements(manifest).map(({ program, bounds, isStated }) =>
    [
      program.commands[0],
      ...bounds.map(({ sign, version }) => `${sign}${version}`),
      isStated ? "" : "?",
    ].join(""),
  );
}

test.each([
  ["[git]", ["git"]],
  ['["python>=3.10", "pypdf", "Node.js >= 20, < 23"]', ["python3>=3.10", "node>=20<23"]],
  ['["python 3.10+"]', ["python3>=3.10"]],
  ['["python 3.10"]', ["python3"]],
  ['["node ^20"]', []],
  ['["jq"]', ["jq"]],
  ['["git; rm -rf /", "../git", "git/x", "Google Chrome"]', []],
  ["[constructor, toString, __proto__]", []],
])("requires %s names these programs: %j", (list, expected) => {
  expect(read(`compatibility:\n  requires: ${list}`)).toEqual(expected);
});

test("required tools count, with their minimum version; optional ones do not", () => {
  const tools = [
    "{tool: git, required: true, minVersion: '2.30'}",
    "{tool: docker, required: false}",
    "{tool: Browser, required: true}",
  ];
  expect(read(`tools:\n  dependencies: [${tools.join(", ")}]`)).toEqual(["git>=2.30"]);
});

test.each([
  ["Requires git, docker and jq", ["git?", "docker?", "jq?"]],
  ["Requires git and Python 3.9 or newer.", ["git?", "python3>=3.9?"]],
  ["Requires Python 3.9 or newer. No packages and no network needed.", ["python3>=3.9?"]],
  ["Needs git, access to the internet and Node.js 20+ (for the tests and docker)", ["git?", "node>=20?"]],
  ["Requires Python 3.10+", ["python3>=3.10?"]],
  ["Requires Python >= 3.10, and node >=20", ["python3>=3.10?", "node>=20?"]],
  ["Requires Node.js 20 or later", ["node>=20?"]],
  ["Requires Python 3.9", ["python3?"]],
  ["Requires Python 3.x, git v2.30 or higher", ["git>=2.30?"]],
  ["Python 3.10+, git and network access", ["python3>=3.10?"]],
  ["Designed for Claude Code; node >= 20", ["node>=20?"]],
  ["Works with Node.js 20+ or Bun. Does not need Python 3.10+", []],
  ["Requires Python 3.9 or newer, unless Python 2.7 or older is there", ["python3>=3.9?"]],
  ["Needs docker or podman", []],
  ["Does not need git. No longer requires docker.", []],
  ["Designed for Claude Code with git", []],
  ["Requires a Make account, Go spirit", []],
])("in the sentence %j only certain programs are found: %j", (sentence, expected) => {
  expect(read(`compatibility: ${JSON.stringify(sentence)}`)).toEqual(expected);
});

test("if there is a list, prose is ignored", () => {
  expect(read("compatibility:\n  requires: [pypdf]\n  optional: [git]")).toEqual([]);
});

test("a huge list is read up to its limit", () => {
  const many = Array.from({ length: 500 }, () => "git").join(", ");
  expect(read(`compatibility:\n  requires: [${many}]`)).toHaveLength(64);
});

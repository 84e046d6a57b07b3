import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;

test.each([
  "/Users/anna/dev/x.py",
  "/home/anna/x",
  "C:\\Users\\anna\\x.py",
  "C:/Users/anna/x.py",
  "/Users/anna",
])("S1-23: %s is a path of one machine", (path) => {
  expect(findingsOf("absolute-path", skill(`Run \`${path}\` now.`))).toMatchObject([
    { args: { path }, range: { start: { line: 5, column: 6 }, end: { line: 5, column: 6 + path.length } } },
  ]);
});

test.each([
  "/etc/hosts",
  "/usr/bin/env",
  "/tmp/x",
  "/home/user/x",
  "/Users/you/x",
  "/home/ubuntu/x",
  "/Users/<name>/x",
  "/home/$USER/x",
  "https://example.com/Users/anna/x",
  "/api/Users/anna",
  "$ROOT/home/anna",
  "e.g. /home/anna/x",
])("%s is not", (path) => {
  expect(findingsOf("absolute-path", skill(`Run ${path} now.`))).toEqual([]);
});

test("all paths of one user in a file make one finding", () => {
  expect(findingsOf("absolute-path", skill("/home/anna/a /home/anna/b /home/ben/c"))).toHaveLength(2);
});

test("scripts are searched too", () => {
  const files = { "pdf/SKILL.md": skill("Text"), "pdf/scripts/run.py": "path = '/Users/anna/x'\n" };
  expect(findingsOf("absolute-path", files)).toMatchObject([
    { file: "pdf/scripts/run.py", range: { start: { line: 1, column: 9 } } },
  ]);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createNodeFileSystem } from "../fs/node.ts";
import { mayChange } from "./permissions.ts";
import { createPathResolver } from "./request-path.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "may-change-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));
mkdirSync(`${base}/home/.data/guard`, { recursive: true });
mkdirSync(`${base}/work`);
symlinkSync(`${base}/home/.data`, `${base}/work/link`);
symlinkSync(`${base}/home/.data/policy.json`, `${base}/work/dangling`);

const folder = `${base}/home/.data`;

function may(tool: string, input: unknown): boolean {
  const workspace = `${base}/work`;
  const resolvePath = createPathResolver(createNodeFileSystem(), workspace);
  return mayChange(folder, { tool, input, workspace, home: `${base}/home`, resolvePath });
}

test.each([
  ["plainly", `${folder}/policy.json`],
  ["the folder itself", folder],
  ["from the home folder", "~/.data/policy.json"],
  ["as an address", `file://${folder}/guard/a.json`],
  ["from the workspace", "../home/.data/audit.jsonl"],
  ["behind a link", "link/guard/a.json"],
  ["behind a link to a file that does not exist yet", "dangling"],
  ["past a link and back, which two programs read in two ways", "link/../.data/policy.json"],
  ["in other letters", `${base}/HOME/.Data/policy.json`],
  ["with spaces around it", ` ${folder}/policy.json `],
  ["with backslashes", `${folder}\\policy.json`],
])("a change to a file in the folder is detected: %s", (_, path) => {
  for (const tool of ["Write", "Edit", "MultiEdit", "NotebookEdit", "Delete", "create", "write_file"])
    expect([tool, may(tool, { file_path: path })]).toEqual([tool, true]);
  expect(may("MoveFile", { source: "a", destination: path })).toBe(true);
  expect(may("MoveFile", { source: path, destination: "a" })).toBe(true);
  expect(may("Edit", { edits: [{ path: "a" }, { path }] })).toBe(true);
});

test("an unknown field may be a path too", () => {
  expect(may("Write", { a_later_field: `${folder}/policy.json`, file_path: "a" })).toBe(true);
  expect(may("Write", { a_later_field: "link/policy.json", file_path: "a" })).toBe(true);
});

test("removing a folder removes what is in it", () => {
  expect(may("DeleteFile", { path: `${base}/home` })).toBe(true);
  expect(may("MoveFile", { source: `${base}/home`, destination: "x" })).toBe(true);
  expect(may("Write", { path: `${base}/home` })).toBe(false);
});

test("an unreadable patch that mentions the folder is a possible change", () => {
  expect(may("Edit", { unreadable_patch: `*** Odd: ${folder}/policy.json\n+{}` })).toBe(true);
  expect(may("Edit", { unreadable_patch: "*** Odd: a.txt\n+x" })).toBe(false);
  expect(may("Edit", { unreadable_patch: null })).toBe(false);
  expect(may("Edit", "text")).toBe(true);
});

test.each([
  ["a file of the workspace", "Write", { file_path: "a.txt", content: "x" }],
  ["a file that mentions the folder", "Write", { file_path: "a.txt", content: `see ${folder}/policy.json` }],
  ["an edit of such a text", "Edit", { file_path: "a.txt", old_string: folder, new_string: `${folder}/x` }],
  ["a folder with a longer name", "Write", { file_path: `${base}/home/.database/x` }],
  ["an unknown field, longer than a path", "Write", { file_path: "a", note: "x".repeat(9000) }],
  ["reading", "Read", { file_path: `${folder}/policy.json` }],
  ["a command", "Bash", { command: `rm ${folder}/policy.json` }],
  ["another server's tool", "mcp__fs__write_file", { path: `${folder}/policy.json` }],
])("left alone: %s", (_, tool, input) => {
  expect(may(tool, input)).toBe(false);
});

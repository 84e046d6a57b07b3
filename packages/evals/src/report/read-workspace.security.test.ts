import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, onTestFinished, test } from "vitest";
import { readWorkspace } from "./read-workspace.ts";

test("links that a run left are not followed: no outside files or folders get into the page", () => {
  const root = mkdtempSync(join(tmpdir(), "report-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const outputs = join(root, "workspace/iteration-1/eval-x/with_skill/outputs");
  mkdirSync(outputs, { recursive: true });
  mkdirSync(join(root, "private"));
  writeFileSync(join(root, "private/key"), "the secret");
  writeFileSync(join(outputs, "answer.md"), "done");
  symlinkSync(join(root, "private/key"), join(outputs, "key"));
  symlinkSync(join(root, "private"), join(outputs, "folder"));
  symlinkSync(join(root, "private/key"), join(outputs, "../transcript.md"));
  const data = readWorkspace(createNodeFileSystem(), join(root, "workspace"));
  expect(data.evals[0]?.runs[0]?.outputs.map(({ path }) => path)).toEqual(["answer.md"]);
  expect(JSON.stringify(data)).not.toContain("the secret");
});

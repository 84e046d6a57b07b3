import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { createTestWorkspace } from "../test-tools.ts";

const files = {
  ".gitignore": "dist/\n*.log\n!kept.log\n",
  ".git/config": "needle\n",
  "README.md": "# Needle\n\nhay\nneedle one\n",
  "src/a.ts": "const needle = 2;\r\nhay\r\n",
  "src/b.js": "hay\n",
  "src/deep/c.ts": "// needle\n",
  "src/deep/.gitignore": "ignored.ts\n",
  "src/deep/ignored.ts": "needle\n",
  "dist/out.ts": "needle\n",
  "debug.log": "needle\n",
  "kept.log": "needle\n",
};

test.each([
  ["**/*.ts", ["src/a.ts", "src/deep/c.ts"]],
  ["src/*", ["src/a.ts", "src/b.js"]],
  ["src/*.{js,ts}", ["src/a.ts", "src/b.js"]],
  ["*.md", ["README.md"]],
  ["**/.gitignore", [".gitignore", "src/deep/.gitignore"]],
  ["**/config", []],
])("glob %j finds %j", async (pattern, paths) => {
  expect(await createTestWorkspace(files).result("glob", { pattern })).toEqual({ paths, truncated: false });
});

test("glob searches below the folder where its pattern starts, and applies the ignore files above it", async () => {
  const { result } = createTestWorkspace(files);
  expect(await result("glob", { pattern: "*.ts", path: "src/deep" })).toEqual({
    paths: ["src/deep/c.ts"],
    truncated: false,
  });
});

test("glob stops at the requested number of paths", async () => {
  const { result } = createTestWorkspace(files);
  expect(await result("glob", { pattern: "**", limit: 2 })).toEqual({
    paths: [".gitignore", "README.md"],
    truncated: true,
  });
});

test("an unknown pattern dialect is refused, not guessed at", async () => {
  expect(await createTestWorkspace(files).error("glob", { pattern: "src/[ab].ts" })).toBe(
    "Invalid pattern src/[ab].ts; it may contain *, **, ? and {a,b}",
  );
});

test("grep finds lines, not in .git, ignored or other files", async () => {
  expect(await createTestWorkspace(files).result("grep", { pattern: "needle" })).toEqual({
    matches: [
      { path: "README.md", line: 4, text: "needle one" },
      { path: "kept.log", line: 1, text: "needle" },
      { path: "src/a.ts", line: 1, text: "const needle = 2;" },
      { path: "src/deep/c.ts", line: 1, text: "// needle" },
    ],
    files_searched: 7,
    truncated: false,
  });
});

test.each([
  [{ pattern: "^# need", ignore_case: true }, ["README.md"]],
  [{ pattern: "needle", glob: "**/*.ts" }, ["src/a.ts", "src/deep/c.ts"]],
  [{ pattern: "needle", path: "src/deep" }, ["src/deep/c.ts"]],
  [{ pattern: "needle", path: "src/a.ts" }, ["src/a.ts"]],
  [{ pattern: ";$" }, ["src/a.ts"]],
  [{ pattern: "needle", limit: 1 }, ["README.md"]],
])("grep %j finds lines in %j", async (input, paths) => {
  const { matches } = Object(await createTestWorkspace(files).result("grep", input));
  expect(matches.map(({ path }: { readonly path: string }) => path)).toEqual(paths);
});

test("grep and glob report when there is nothing to search", async () => {
  const { error } = createTestWorkspace(files);
  expect(await error("grep", { pattern: "x", path: "none" })).toContain("File not found");
  expect(await error("glob", { pattern: "x", path: "none" })).toContain("File not found");
  expect(await error("grep", { pattern: "(" })).toContain("Invalid pattern: Unterminated group");
});

test("grep skips binary files and shows long lines in part", async () => {
  const { workspace, result } = createTestWorkspace({ "long.txt": `needle${"x".repeat(5000)}` });
  writeFileSync(join(workspace, "a.bin"), "needle\u0000");
  const { matches } = Object(await result("grep", { pattern: "needle" }));
  expect(matches).toEqual([{ path: "long.txt", line: 1, text: `needle${"x".repeat(494)}` }]);
});

test("files the policy denies are skipped", async () => {
  const { result } = createTestWorkspace({ "a.txt": "needle\n", "secret/.env": "needle\n" });
  const mayRead = (path: string): boolean => !path.includes("/secret/");
  expect(await result("grep", { pattern: "needle" }, { mayRead })).toMatchObject({
    matches: [{ path: "a.txt" }],
  });
  expect(await result("glob", { pattern: "**" }, { mayRead })).toEqual({
    paths: ["a.txt"],
    truncated: false,
  });
});

test("links are not followed, to files or folders, and cycles do not matter", async () => {
  const { workspace, result } = createTestWorkspace({ "a/real.txt": "needle\n" });
  symlinkSync("..", join(workspace, "a/up"));
  symlinkSync("real.txt", join(workspace, "a/link.txt"));
  symlinkSync("/etc", join(workspace, "etc"));
  expect(await result("glob", { pattern: "**" })).toEqual({ paths: ["a/real.txt"], truncated: false });
  expect(await result("grep", { pattern: "needle" })).toMatchObject({ files_searched: 1 });
});

test("an unreadable folder hides only its own files", async () => {
  const { workspace, result } = createTestWorkspace({ "a.txt": "x", "shut/b.txt": "x" });
  chmodSync(join(workspace, "shut"), 0o000);
  const { paths } = Object(await result("glob", { pattern: "**" }));
  chmodSync(join(workspace, "shut"), 0o755);
  expect(paths).toContain("a.txt");
});

test("a search that takes too long or is aborted returns what it has", async () => {
  let time = 0;
  const clock = { ...systemClock, elapsed: () => (time += 5000) };
  const { workspace, result } = createTestWorkspace({}, { clock });
  for (const name of ["a", "b", "c", "d", "e", "f"]) {
    mkdirSync(join(workspace, name));
    writeFileSync(join(workspace, name, "file"), "x");
  }
  const slow = Object(await result("glob", { pattern: "**" }));
  expect(slow.truncated).toBe(true);
  expect(slow.paths.length).toBeLessThan(6);
  const called = createTestWorkspace(files);
  expect(await called.result("glob", { pattern: "**" }, { signal: AbortSignal.abort() })).toEqual({
    paths: [],
    truncated: true,
  });
});

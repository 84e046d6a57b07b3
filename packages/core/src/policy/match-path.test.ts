import { expect, test } from "vitest";
import { matchPath } from "./match-path.ts";
import { compilePathPattern } from "./path-pattern.ts";
import { collapsePath, type PathReach, readRequestPath } from "./request-path.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A disk without links. */
const request: ToolRequest = {
  tool: "Read",
  input: {},
  workspace: "/work/repo",
  home: "/home/me",
  resolvePath: (path) => collapsePath(path.startsWith("/") ? path : `/work/repo/${path}`),
};

function match(pattern: string, path: string, reach: PathReach = "itself"): string {
  const compiled = compilePathPattern(pattern);
  const read = readRequestPath(path, request, reach);
  return compiled && read ? matchPath(compiled, read, request) : "unknown";
}

/** Groups paths by the result of the pattern. */
function sort(pattern: string, paths: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const by = (answer: string): readonly string[] => paths.filter((path) => match(pattern, path) === answer);
  return { yes: by("yes"), no: by("no"), unknown: by("unknown") };
}

test("a name without a slash matches at any depth in the workspace", () => {
  expect(sort("*.md", ["a.md", "docs/a.md", "/work/repo/x/y.md", "a.txt", "/etc/motd"])).toEqual({
    yes: ["a.md", "docs/a.md", "/work/repo/x/y.md"],
    no: ["a.txt", "/etc/motd"],
    unknown: [],
  });
  expect(sort("docs", ["docs", "docs/a", "x/docs/a", "docs2"])).toMatchObject({
    yes: ["docs", "docs/a", "x/docs/a"],
    no: ["docs2"],
  });
  expect(sort("docs/", ["docs/a", "x/docs/a/b"])).toMatchObject({ yes: ["docs/a", "x/docs/a/b"] });
});

test("a pattern with a slash starts at the workspace", () => {
  for (const pattern of ["docs/**", "./docs/**", "././docs//**", "x/../docs/**"])
    expect(sort(pattern, ["docs/a", "docs/a/b", "x/docs/a", "docsx/a", "a"]), pattern).toEqual({
      yes: ["docs/a", "docs/a/b"],
      no: ["x/docs/a", "docsx/a", "a"],
      unknown: [],
    });
  expect(sort("./a.md", ["a.md", "x/a.md"])).toMatchObject({ yes: ["a.md"], no: ["x/a.md"] });
});

test("one star matches within one folder, and deeper paths are unknown", () => {
  expect(sort("src/*", ["src/a", "src/a/b", "src"])).toEqual({
    yes: ["src/a"],
    no: [],
    unknown: ["src/a/b", "src"],
  });
  expect(sort("src/*.ts", ["src/a.ts", "src/a/b.ts", "src/a.js"])).toMatchObject({
    yes: ["src/a.ts"],
    no: ["src/a/b.ts", "src/a.js"],
  });
});

test.each(["/etc/ssl/**", "//etc/ssl/**"])("%s starts at the root", (pattern) => {
  expect(sort(pattern, ["/etc/ssl/a", "/work/repo/etc/ssl/a", "etc/ssl/a"])).toMatchObject({
    yes: ["/etc/ssl/a"],
    no: ["/work/repo/etc/ssl/a", "etc/ssl/a"],
  });
});

test("~/ starts at home, and without a home it is unknown", () => {
  expect(sort("~/notes/**", ["/home/me/notes/a", "/home/you/notes/a", "notes/a"])).toMatchObject({
    yes: ["/home/me/notes/a"],
    no: ["/home/you/notes/a", "notes/a"],
  });
  const pattern = compilePathPattern("~/notes/**");
  const path = readRequestPath("/home/me/notes/a", request);
  const { home: _, ...homeless } = request;
  expect(pattern && path && matchPath(pattern, path, homeless)).toBe("unknown");
});

test("a pattern can leave the workspace explicitly", () => {
  expect(sort("../shared/**", ["/work/shared/a", "../shared/a", "shared/a", "/shared/b"])).toEqual({
    yes: ["/work/shared/a", "../shared/a"],
    no: ["shared/a"],
    unknown: ["/shared/b"],
  });
});

test("outside the workspace, a relative pattern whose end matches is unknown", () => {
  expect(sort(".env", ["/home/me/.env", "/home/me/env"])).toMatchObject({
    no: ["/home/me/env"],
    unknown: ["/home/me/.env"],
  });
  expect(sort("docs/**", ["/other/docs/a", "/other/a"])).toMatchObject({
    no: ["/other/a"],
    unknown: ["/other/docs/a"],
  });
});

test("searching a folder requires all of it", () => {
  const covered = (pattern: string, path: string): string => match(pattern, path, "below");
  for (const pattern of ["docs/**", "docs/**/*", "docs", "./docs/", "**", "*", "."])
    expect(covered(pattern, "docs"), pattern).toBe("yes");
  for (const pattern of ["docs/*", "docs/*.md", "docs/a/**", "*.md", "*/**"])
    expect(covered(pattern, pattern === "*/**" ? "." : "docs"), pattern).toBe("unknown");
  expect(covered("docs/**", "docs/deep/er")).toBe("yes");
  expect(covered("docs/**", "src")).toBe("no");
});

test("searching or removing a folder also affects everything below it", () => {
  expect(match("secrets/**", ".", "below")).toBe("unknown");
  expect(match(".env", "src", "below")).toBe("unknown");
  expect(match("secrets/**", "/", "maybe-below")).toBe("unknown");
  expect(match("secrets/**", "secrets", "maybe-below")).toBe("unknown");
  expect(match("secrets/**", "src", "maybe-below")).toBe("no");
  expect(match("secrets/**", ".", "itself")).toBe("no");
});

test.each(["", " ", "a\0b", "a\\b", "a[bc]", "{a,b}", "!a", "$X/a", "~you/a", "file:///a", "C:/a", "*/../a"])(
  "%j is an unclear pattern",
  (pattern) => {
    expect(compilePathPattern(pattern)).toBeUndefined();
  },
);

import { expect, test } from "vitest";
import { compileIgnorePattern } from "./ignore-pattern.ts";

test.each([
  ["drafts", ["drafts", "a/drafts", "a/b/drafts"], ["drafts/a", "drafts-old", "draft"]],
  ["/drafts", ["drafts"], ["a/drafts", "drafts/a"]],
  ["a/b", ["a/b"], ["b", "x/a/b", "a/b/c", "a/x/b"]],
  ["*.tmp", ["x.tmp", "a/.tmp"], ["x.tmpl", "x.tmp/a"]],
  ["a/*.md", ["a/x.md"], ["a/b/x.md", "x.md"]],
  ["*.x.*", ["a.x.b", ".x."], ["a.y.b"]],
  [".p.*", [".p.1"], ["ap.1"]],
  ["**/drafts", ["drafts", "a/drafts", "a/b/drafts"], ["adrafts"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "x/a/b"]],
  ["a/**/z", ["a/z", "a/b/z", "a/b/c/z"], ["a", "a/z/d", "b/z"]],
  ["**", ["a", "a/b"], []],
  ["***/a", ["a", "b/c/a"], ["b"]],
  ["[z-a]", [], ["a", "z", "-"]],
  ["*a*b*", ["ab", "xaxbx"], ["ba", "a"]],
  ["a*a", ["aa", "aba"], ["a"]],
  ["a**b", ["ab", "axb", "x/ab"], ["a/b"]],
  ["s?ill", ["skill"], ["sill", "skkill", "s/ill"]],
  ["[a-c]x", ["ax", "cx"], ["dx", "x", "-x"]],
  ["[!a-c]x", ["dx"], ["ax"]],
  ["[^ab]", ["c"], ["a"]],
  ["[]-]", ["]", "-"], ["a"]],
  ["[a-]", ["a", "-"], ["b"]],
  ["[\\]]", ["]"], ["\\"]],
  ["\\*", ["*"], ["a"]],
  ["\\!a", ["!a"], ["a"]],
  ["a.b+(c){d}|$^", ["a.b+(c){d}|$^"], ["axb"]],
  ["технология*", ["технология-1"], ["техно"]],
])("%j matches %j and not %j", (pattern, inside, outside) => {
  const matches = compileIgnorePattern(pattern) ?? (() => undefined);
  expect(inside.filter((path) => !matches(path.split("/")))).toEqual([]);
  expect(outside.filter((path) => matches(path.split("/")))).toEqual([]);
});

test.each([[""], ["/"], ["a//b"], ["a/"], ["["], ["[a"], ["[]"], ["[a-"], ["a\\"]])(
  "%j can match nothing",
  (pattern) => {
    expect(compileIgnorePattern(pattern)).toBeUndefined();
  },
);

test("the empty path is never matched", () => {
  expect(compileIgnorePattern("**")?.([])).toBe(false);
});

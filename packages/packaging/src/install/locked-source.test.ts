import fc from "fast-check";
import { expect, test } from "vitest";
import { wantedOf } from "../apply/test-install.ts";
import { parseSource } from "../sources/parse-source.ts";
import { isLockedFrom, lockedSource, wantedSource } from "./locked-source.ts";

const place = { cwd: "/repo", home: "/home/a" };
const read = (text: string) => parseSource(text, place);

test.each([
  ["o/r/skills@^1", "github:o/r", "github:o/r/skills@^1"],
  ["pdf@o/r", "github:o/r", "github:o/r"],
  ["npm:@a/b@^1", "npm:@a/b", "npm:@a/b@^1"],
  ["hub:a@1.0.0", "hub:a", "hub:a@1.0.0"],
  ["oci:ghcr.io/a/b:1", "oci:ghcr.io/a/b", "oci:ghcr.io/a/b:1"],
  ["https://a.example#pdf", "https://a.example", "https://a.example"],
  ["./skills", "./skills", "./skills"],
  ["https://a.example/t/secret", "https://a.example/t/***", "https://a.example/t/***"],
])("%s is locked as %s and wanted as %s", (text, locked, wanted) => {
  expect([lockedSource(read(text), "/repo"), wantedSource(read(text), "/repo")]).toEqual([locked, wanted]);
});

const commit = "a".repeat(40);
test.each([
  ["o/r@^1", { version: "1.2.0" }, true],
  ["o/r@^2", { version: "1.2.0" }, false],
  ["o/r@main", { version: "1.2.0" }, true],
  ["o/other", {}, false],
  ["o/r/skills", { path: "skills/pdf" }, true],
  ["o/r/skill", { path: "skills/pdf" }, false],
  [`o/r@${commit}`, { resolved: commit }, true],
  [`o/r@${commit}`, { resolved: "b".repeat(40) }, false],
])("%s is what is locked with %j: %s", (text, more, expected) => {
  const { locked } = wantedOf("pdf", { "SKILL.md": "" }, { source: "github:o/r", ...more });
  expect(isLockedFrom(read(text), locked, "/repo")).toBe(expected);
});

test("every way to ask for one package has one origin", () => {
  const range = fc.constantFrom("", "@^1.0.0", "@1.2.3", "@latest", "@>=1 <3");
  fc.assert(
    fc.property(fc.constantFrom("npm:@a/b", "hub:a/b"), range, range, (name, one, other) => {
      expect(lockedSource(read(name + one), "/")).toBe(lockedSource(read(name + other), "/"));
    }),
  );
});

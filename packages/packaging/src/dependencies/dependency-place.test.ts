import { expect, test } from "vitest";
import { formatSource } from "../sources/format-source.ts";
import { parseSource } from "../sources/parse-source.ts";
import { findPlaces } from "./dependency-place.ts";

const place = { cwd: "/repo", home: "/home/a" };

function places(name: string, asker: string, range = "*"): readonly string[] {
  const found = findPlaces({ name, range }, parseSource(asker, place), place);
  return found.map(({ spec, wanted, isExotic, range: one }) => {
    const inside = wanted === undefined ? "" : ` has ${wanted}`;
    return `${formatSource(spec)}${inside}${one === "*" ? "" : ` in ${one}`}${isExotic ? " (exotic)" : ""}`;
  });
}

test.each([
  ["pdf", "npm:@team/report@^1", ["npm:@team/report@^1 has pdf", "npm:@team/pdf"]],
  ["@other/pdf", "npm:@team/report", ["npm:@team/report has @other/pdf", "npm:@other/pdf"]],
  ["pdf", "npm:report", ["npm:report has pdf", "npm:pdf"]],
  ["pdf", "hub:team/report", ["hub:team/report has pdf", "hub:team/pdf"]],
  ["a/b", "hub:report", ["hub:report has a/b", "hub:a/b", "github:a/b (exotic)"]],
  ["pdf", "oci:ghcr.io/team/report:1.0.0", ["oci:ghcr.io/team/pdf"]],
  ["@x/pdf", "oci:ghcr.io/team/report", ["oci:ghcr.io/x/pdf"]],
  ["pdf", "https://skills.example.com#report", ["https://skills.example.com#pdf has pdf"]],
  ["pdf", "o/r/skills/a@^1", ["github:o/r/skills/a@^1 has pdf", "github:o/r@^1 has pdf"]],
  ["pdf", "./skills/report", ["/repo/skills/report has pdf", "/repo/skills/pdf has pdf"]],
  ["../x", "./skills/report", ["/x (exotic)"]],
])("%s for %s is looked for in %j", (name, asker, expected) => {
  expect(places(name, asker)).toEqual(expected);
});

test.each([
  ["npm:x@^1", "npm:@team/report", ["npm:x in ^1"]],
  ["npm:x@^1", "o/r", ["npm:x in ^1 (exotic)"]],
  ["npm:x@next", "npm:y", ["npm:x@next"]],
  ["pdf@github:o/other", "o/r", ["pdf@github:o/other has pdf (exotic)"]],
  ["github:o/r@^2", "o/r", ["github:o/r@latest in ^2"]],
  ["oci:ghcr.io/a/b:1.0.0", "oci:ghcr.io/c/d", ["oci:ghcr.io/a/b in 1.0.0"]],
  ["oci:evil.example/a/b", "oci:ghcr.io/c/d", ["oci:evil.example/a/b (exotic)"]],
  ["https://a.example", "https://b.example", ["https://a.example (exotic)"]],
  ["/etc", "npm:y", ["/etc (exotic)"]],
  ["ftp://a.example", "npm:y", []],
])("the source %s for %s is %j", (name, asker, expected) => {
  expect(places(name, asker)).toEqual(expected);
});

test("a range beside a repository means its versions", () => {
  expect(places("github:o/other", "o/r", "^1.0.0")).toEqual(["github:o/other@latest in ^1.0.0 (exotic)"]);
});

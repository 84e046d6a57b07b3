import { expect, test } from "vitest";
import { parseSource } from "../sources/parse-source.ts";
import { rangeOf, wantVersion, withoutRange } from "./version-range.ts";

const place = { root: "/p", home: "/h" };

test.each([
  ["npm:a@^1.2.0", "2.0.1", "npm:a@^2.0.1"],
  ["npm:a@~1.2.0", "1.3.0", "npm:a@~1.3.0"],
  ["npm:a@1.2.0", "1.3.0", "npm:a@1.3.0"],
  ["npm:a@>=1 <2", "2.0.0", "npm:a@^2.0.0"],
  ["hub:team/a@1.x", "3.1.0", "hub:team/a@^3.1.0"],
  ["github:o/r/skills/a@^1", "2.0.0", "github:o/r/skills/a@^2.0.0"],
  ["oci:ghcr.io/o/a:1.0.0", "1.1.0", "oci:ghcr.io/o/a:1.1.0"],
])("%s with %s becomes %s", (source, version, expected) => {
  expect(wantVersion({ name: "a", source }, version, place)).toEqual({ name: "a", source: expected });
});

test("a want stays the same object if its range has the version, or if it has no range", () => {
  for (const source of ["npm:a@^1", "npm:a", "github:o/r", "github:o/r@main", "./a", "https://example.com"]) {
    const want = { name: "a", source };
    expect(wantVersion(want, "1.5.0", place)).toBe(want);
  }
});

test("a range beside the source is changed there", () => {
  const want = { name: "a", source: "github:o/r", range: "^1.0.0", optional: true };
  expect(wantVersion(want, "2.0.0", place)).toEqual({ ...want, range: "^2.0.0" });
});

test.each([
  ["github:o/r@^1", "github:o/r@latest"],
  ["github:o/r@v1.0.0", "github:o/r@latest"],
  ["npm:a@~1", "npm:a"],
  ["oci:ghcr.io/o/a:1.0.0_build", "oci:ghcr.io/o/a"],
  ["github:o/r@main", undefined],
  ["github:o/r", undefined],
  ["npm:a", undefined],
  ["npm:a@beta", undefined],
  ["oci:ghcr.io/o/a:stable", undefined],
  ["./a", undefined],
])("%s without its range is %s", (source, expected) => {
  const spec = parseSource(source, { cwd: "/p", home: "/h" });
  const open = expected === undefined ? undefined : parseSource(expected, { cwd: "/p", home: "/h" });
  expect(withoutRange(spec)).toEqual(open);
  if (open) expect(rangeOf(open)).toBe("*");
});

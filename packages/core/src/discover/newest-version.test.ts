import { expect, test } from "vitest";
import { newestVersion } from "./newest-version.ts";

const at = (folder: string, changedMs = 0): { folder: string; changedMs: number } => ({ folder, changedMs });

test.each([
  ["1.9.0", "1.10.0"],
  ["v1.2.3", "1.2.4"],
  ["1.2", "1.2.1"],
  ["0.29.0", "0.29.1"],
  ["1.0.0-rc.2", "1.0.0-rc.10"],
  ["1.0.0-beta", "1.0.0-rc"],
  ["1.0.0-rc.1", "1.0.0"],
  ["1.0.0.1", "1.0.0.2"],
  ["1.0.0+9", "1.0.1+1"],
])("%s is older than %s, whenever they were installed", (older, newer) => {
  const [first, second] = [at(`/p/${older}`, 9), at(`/p/${newer}`, 1)];
  expect(newestVersion([first, second])).toBe(second);
  expect(newestVersion([second, first])).toBe(second);
});

test("if a name is not a version, the most recently installed one wins", () => {
  for (const name of ["unknown", "3bf66283", "1234567", "local"]) {
    const [hash, version] = [at(`/p/${name}`, 9), at("/p/2.0.0", 1)];
    expect(newestVersion([version, hash])).toBe(hash);
    expect(newestVersion([version, at(`/p/${name}`, 0)])).toBe(version);
  }
});

test("one name that is not a version makes time decide for all of them", () => {
  const [newer, older, hash] = [at("/p/2.0.0", 1), at("/p/1.0.0", 3), at("/p/3bf66283", 2)];
  for (const candidates of [
    [newer, older, hash],
    [hash, newer, older],
    [older, hash, newer],
  ])
    expect(newestVersion(candidates)).toBe(older);
});

test("equal versions are ordered by time, and an empty list has no newest", () => {
  const [first, second] = [at("/p/v1.0.0", 1), at("/p/1.0.0", 2)];
  expect(newestVersion([first, second])).toBe(second);
  expect(newestVersion([first])).toBe(first);
  expect(newestVersion([])).toBeUndefined();
});

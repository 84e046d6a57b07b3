import { expect, test } from "vitest";
import { readNeeds } from "./package-needs.ts";

test("reads ranges of packages, and programs as skills write them (S3-55)", () => {
  const fields = {
    dependencies: { "@acme/base": "^1.0.0", wrong: 1 },
    peerDependencies: { host: ">=3" },
    systemDependencies: {
      python: ">=3.10",
      node: "20",
      binaries: ["git", 7],
      packages: { pip: ["pypdf"] },
    },
  };
  expect(readNeeds(fields)).toEqual({
    dependencies: { "@acme/base": "^1.0.0" },
    optionalDependencies: {},
    peerDependencies: { host: ">=3" },
    programs: ["python>=3.10", "node", "git"],
  });
});

test("a manifest without needs, or with something else in their place, has none", () => {
  expect(readNeeds({ name: "a" })).toBeUndefined();
  expect(readNeeds({ dependencies: ["a"], systemDependencies: "git" })).toBeUndefined();
});

test("binaries may be a map", () => {
  expect(readNeeds({ systemDependencies: { binaries: { jq: ">=1.6" } } })?.programs).toEqual(["jq"]);
});

import { parseSkill } from "@skillwright/core";
import { expect, test } from "vitest";
import { dependenciesOf, readNameAndRange } from "./dependencies-of.ts";

test("reads composition, compatibility.packages and the package's dependencies (S0-5, S3-55)", () => {
  const text = `---
name: report
description: Writes reports.
compatibility:
  requires: [git]
  packages: [code-review/git-utils, "charts@^1.2"]
composition:
  dependencies:
    - skillName: pdf
    - skillName: ocr
      optional: true
  conflicts: [old-report]
---
`;
  const { manifest } = parseSkill(text);
  const found = dependenciesOf(manifest, {
    dependencies: { "@acme/base": "^1.0.0" },
    optionalDependencies: { extra: "~2.1.0" },
    peerDependencies: { host: ">=3" },
  });
  expect(found).toEqual([
    { name: "pdf", range: "*", relation: "needs" },
    { name: "ocr", range: "*", relation: "allows" },
    { name: "old-report", range: "*", relation: "excludes" },
    { name: "code-review/git-utils", range: "*" },
    { name: "charts", range: "^1.2" },
    { name: "host", range: ">=3" },
    { name: "@acme/base", range: "^1.0.0" },
    { name: "extra", range: "~2.1.0", relation: "allows" },
  ]);
});

test.each([
  ["pdf", "pdf", "*"],
  ["pdf@1.2.3", "pdf", "1.2.3"],
  ["@acme/pdf@latest", "@acme/pdf", "latest"],
  ["@acme/pdf", "@acme/pdf", "*"],
  ["pdf >=1.0, <2", "pdf", ">=1.0, <2"],
  ["pdf@main", "pdf@main", "*"],
])("%s is %s in the range %s", (text, name, range) => {
  expect(readNameAndRange(text)).toEqual({ name, range });
});

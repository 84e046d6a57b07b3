import { describe, expect, test } from "vitest";
import { canonicalSource, matchesSource, sourceKind } from "./source-pattern.ts";

test.each([
  ["github:Acme/Skills"],
  ["acme/skills"],
  ["https://github.com/acme/skills.git"],
  ["https://user:secret@github.com:443/acme/skills"],
  ["git+https://github.com/acme/skills.git#v1:docs"],
  ["git@github.com:acme/skills.git"],
  ["ssh://git@github.com:22/acme/skills"],
  ["https://github.com./acme//./skills/"],
  ["https://github.com/acme/%73kills"],
  ["pdf@github:acme/skills"],
])("%s is the same source as any other spelling", (source) => {
  expect(canonicalSource(source)).toBe("github.com/acme/skills");
});

test.each([
  ["npm:@acme/pdf@^1.0.0", "npm:@acme/pdf"],
  ["npm:pdf@1", "npm:pdf"],
  ["hub:pdf", "hub:pdf"],
  ["oci:localhost:5000/acme/pdf:1.0", "oci:localhost:5000/acme/pdf"],
  ["oci:ghcr.io/acme/pdf@sha256:abc", "oci:ghcr.io/acme/pdf"],
  ["oci://ghcr.io/acme/pdf:1.0", "oci:ghcr.io/acme/pdf"],
  ["https://skills.example.com/t/abc", "skills.example.com/t/abc"],
  ["git+https://git.acme.dev:8443/a/b.git", "git.acme.dev:8443/a/b"],
  ["gitlab:group/sub/project", "gitlab.com/group/sub/project"],
  ["./tools/skills", "tools/skills"],
  ["/srv/skills", "/srv/skills"],
])("%s is %s", (source, expected) => {
  expect(canonicalSource(source)).toBe(expected);
});

describe("patterns", () => {
  test.each([
    ["github:acme/pdf", "github:acme/*"],
    ["github:acme/pdf/deep", "acme/*"],
    ["git@github.com:acme/pdf.git", "https://github.com/acme"],
    ["npm:@acme/pdf", "npm:@acme/*"],
    ["hub:pdf", "hub:*"],
    ["https://a.example.com/x", "*.example.com"],
    ["./skills/a", "./skills"],
    ["../shared", "../shared"],
    ["../../shared/a", "../../shared"],
    ["anything/else", "*"],
  ])("%s matches %s", (source, pattern) => {
    expect(matchesSource(source, pattern)).toBe(true);
  });

  test.each([
    ["github:acme-evil/pdf", "github:acme/*"],
    ["github:evil/acme", "acme/*"],
    ["https://evil.dev/github.com/acme/pdf", "github:acme/*"],
    ["https://github.com@evil.dev/acme/pdf", "github:acme/*"],
    ["https://github.com/acme/../evil/pdf", "github:acme/*"],
    ["npm:@acme-evil/pdf", "npm:@acme/*"],
    ["npm:hub:pdf", "hub:*"],
    ["https://example.com.evil.dev/x", "*.example.com"],
    ["./other", "./skills"],
    ["../../shared", "../shared"],
    ["../shared/../other", "../shared"],
    ["shared", "../shared"],
  ])("%s does not match %s", (source, pattern) => {
    expect(matchesSource(source, pattern)).toBe(false);
  });
});

test("kinds", () => {
  const sources = [
    "npm:a",
    "hub:a",
    "oci:r/a",
    "./a",
    "../a",
    "/a",
    ".",
    "C:\\a",
    "github:a/b",
    "a/b",
    "https://a.dev",
  ];
  expect(sources.map(sourceKind)).toEqual([
    "npm",
    "hub",
    "oci",
    "local",
    "local",
    "local",
    "local",
    "local",
    "git",
    "git",
    "site",
  ]);
});

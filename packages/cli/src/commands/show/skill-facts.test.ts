import { tritOf } from "@skillwright/core/check";
import { parseSkill } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { createTheme } from "../../terminal/style.ts";
import { skillFacts } from "./skill-box.ts";

const look = { theme: createTheme(tritOf("pdf"), { color: false }), columns: 40 };

test("an author sees license, version, size, needs, tools and tags at a glance", () => {
  const { manifest } = parseSkill(
    [
      "---",
      "name: pdf",
      "description: d",
      "license: MIT",
      "compatibility: Needs Python 3.9 and a little patience",
      "allowed-tools: Bash(git:*) Read",
      "tags: [a, b]",
      "metadata:",
      "  version: '1.2'",
      "---",
      "",
    ].join("\n"),
  );
  expect(skillFacts({ manifest, lines: 1, tokens: 1234, files: 2 }, look)).toEqual([
    "MIT · version 1.2 · 1 line · ~1,234",
    "tokens · 2 files beside it",
    "needs  Needs Python 3.9 and a little",
    "       patience",
    "tools  Bash(git:*), Read",
    "tags   a, b",
  ]);
});

test("unspecified facts are omitted", () => {
  const { manifest } = parseSkill("---\nname: pdf\ndescription: d\n---\n");
  expect(skillFacts({ manifest, lines: 0, tokens: 0, files: 0 }, look)).toEqual(["0 lines · ~0 tokens"]);
});

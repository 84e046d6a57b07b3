import { expect, test } from "vitest";
import type { SkillRoot } from "../discover/discovered-skill.ts";
import { labelsOf } from "./skill-names.ts";
import { roots } from "./test-skill.ts";

const cases: readonly [string, SkillRoot, string, readonly string[]][] = [
  [
    "a client's personal folder",
    roots.personal,
    "pdf",
    ["personal", "personal/claude-code", "personal/claude-code/pdf", "/home/me/.claude/skills/pdf"],
  ],
  [
    "a folder of no client",
    roots.custom,
    "office/pdf",
    ["custom", "custom/office/pdf", "/srv/skills/office/pdf"],
  ],
  [
    "a nested folder of a project",
    roots.nested,
    "office/pdf",
    [
      "project/packages/web",
      "project/packages/web/claude-code",
      "project/packages/web/claude-code/office/pdf",
      "/repo/packages/web/.claude/skills/office/pdf",
    ],
  ],
  [
    "a folder called skills in a project",
    { path: "/repo/apps/skills", scope: "project", project: "/repo" },
    "pdf",
    ["project/apps", "project/apps/pdf", "/repo/apps/skills/pdf"],
  ],
  [
    "a project that is a root",
    { path: "/repo", scope: "project", project: "/repo" },
    "pdf",
    ["project", "project/pdf", "/repo/pdf"],
  ],
];

for (const [title, root, below, labels] of cases)
  test(title, () => {
    expect(labelsOf({ root, directory: `${root.path}/${below}` })).toEqual(labels);
  });

test("a root that is itself a skill, and one above its project, have no more specific label than their folder", () => {
  expect(labelsOf({ root: roots.custom, directory: "/srv/skills" })).toEqual(["custom", "/srv/skills"]);
  const above: SkillRoot = { path: "/mono/.agents/skills", scope: "project", project: "/mono/repo" };
  expect(labelsOf({ root: above, directory: "/mono/.agents/skills/pdf" })).toEqual([
    "project",
    "project/pdf",
    "/mono/.agents/skills/pdf",
  ]);
});

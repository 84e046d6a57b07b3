import { expect, test } from "vitest";
import { outcome, resolve, roots, skillIn } from "./test-skill.ts";

test("a label is as short as the other places allow, whichever skill won", () => {
  const found = [roots.project, roots.nested, roots.personal, roots.codex].map((root) =>
    skillIn(root, "pdf"),
  );
  const ids = (order: readonly (typeof found)[number][]): readonly string[] =>
    Object.keys(outcome(resolve(order)));
  expect(ids(found)).toEqual([
    "pdf",
    "pdf@personal/claude-code",
    "pdf@personal/codex",
    "pdf@project/packages/web",
  ]);
  expect(ids([...found.slice(1), ...found.slice(0, 1)])).toEqual([
    "pdf",
    "pdf@personal/claude-code",
    "pdf@personal/codex",
    "pdf@project",
  ]);
  expect(ids(found.slice(0, 3))).toEqual(["pdf", "pdf@personal", "pdf@project/packages/web"]);
});

test("a skill that lost to one in the same place has the longer label even if it is the only loser", () => {
  const found = [skillIn(roots.personal, "pdf"), skillIn(roots.codex, "pdf")];
  expect(Object.keys(outcome(resolve(found)))).toEqual(["pdf", "pdf@personal/codex"]);
});

test("names that imitate ids get a label, then a number, until the id is free", () => {
  const names = ["acme:pdf@project", "acme:pdf@project~2", "acme:pdf"];
  const found = [...names.map((name) => skillIn(roots.project, name)), skillIn(roots.acme, "pdf")];
  expect(outcome(resolve(found))).toEqual({
    "acme:pdf": "/packages/acme/skills/pdf",
    "acme:pdf@project": "/repo/.claude/skills/acme:pdf@project",
    "acme:pdf@project~2": "/repo/.claude/skills/acme:pdf@project~2",
    "acme:pdf@project~3": "/repo/.claude/skills/acme:pdf",
  });
});

test("one folder found twice has two ids", () => {
  const skill = skillIn(roots.custom, "pdf");
  expect(Object.keys(outcome(resolve([skill, skill, skill])))).toEqual([
    "pdf",
    "pdf@/srv/skills/pdf",
    "pdf@/srv/skills/pdf~2",
  ]);
});

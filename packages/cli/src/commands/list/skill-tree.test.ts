import { expect, test } from "vitest";
import { createStyle } from "../../terminal/style.ts";
import { textWidth } from "../../terminal/text-width.ts";
import { skillTree } from "./skill-table.ts";

const skill = (
  id: string,
  text = `Handles ${id} files.`,
): { id: string; scope: string; text: string; offered: true } => {
  return { id, scope: "", text, offered: true };
};

test("folders are grouped by scope, and skills by folder", () => {
  const branches = [
    { scope: "project", folder: ".claude/skills (claude-code)", skills: [skill("pdf"), skill("git-log")] },
    { scope: "project", folder: "web/.claude/skills", skills: [skill("web")] },
    { scope: "personal", folder: "~/.agents/skills", skills: [skill("mine")] },
  ];
  expect(skillTree(branches, { style: createStyle(false), columns: 80 })).toBe(
    [
      "project",
      "├─ .claude/skills (claude-code)",
      "│  ├─ pdf      Handles pdf files.",
      "│  └─ git-log  Handles git-log files.",
      "└─ web/.claude/skills",
      "   └─ web  Handles web files.",
      "personal",
      "└─ ~/.agents/skills",
      "   └─ mine  Handles mine files.",
      "",
    ].join("\n"),
  );
});

test.each([40, 80])("no line is wider than %i columns", (columns) => {
  const skills = ["a", "b".repeat(15), "c".repeat(30)].map((id) => skill(id, "A long text. ".repeat(20)));
  const text = skillTree([{ scope: "project", folder: "f", skills }], { style: createStyle(true), columns });
  expect(Math.max(...text.split("\n").map(textWidth))).toBeLessThanOrEqual(columns);
});

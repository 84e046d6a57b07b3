import { tritOf } from "@skillwright/core/check";
import { expect, test } from "vitest";
import { createStyle } from "../../terminal/style.ts";
import { skillBox } from "./skill-box.ts";

test("S1-43: name, role, color and description are in a box", () => {
  const skill = { name: "pdf", description: "Reads PDF files. Use when there\nis one.", trit: tritOf("pdf") };
  expect(skillBox(skill, { color: false, width: 36 })).toEqual([
    "┌──────────────────────────────────┐",
    "│ pdf │ ● Coordinator(0) #F59E0B   │",
    "│ Reads PDF files. Use when there  │",
    "│ is one.                          │",
    "└──────────────────────────────────┘",
  ]);
});

test("S1-43: the border and the role are primary, the name bold, the rest dim", () => {
  const skill = { name: "hello", description: "Says it.", trit: tritOf("hello") };
  const style = createStyle(true);
  const [primary = "", dim = ""] = ["#A855F7", "#6B7280"].map((color) => style.hex(color, "").slice(0, -5));
  const [, head = "", below = ""] = skillBox(skill, { color: true, width: 40 });
  expect(head).toContain(
    `${primary}│\u001b[39m \u001b[1m${primary}hello\u001b[39m\u001b[22m${dim} │ \u001b[39m${primary}● Generator(+1)\u001b[39m${dim} #A855F7\u001b[39m`,
  );
  expect(below).toContain(`${dim}Says it.\u001b[39m`);
});

test("a skill without a description has a box of one line", () => {
  expect(
    skillBox({ name: "a", description: "", trit: tritOf("a") }, { color: false, width: 40 }),
  ).toHaveLength(3);
});

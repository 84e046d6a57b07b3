import { tritOf } from "@skillwright/core/check";
import { expect, test } from "vitest";
import { skillBox } from "./skill-box.ts";

test("S1-43: name, role, colour and description stand in a box", () => {
  const skill = { name: "pdf", description: "Reads PDF files. Use when there\nis one.", trit: tritOf("pdf") };
  expect(skillBox(skill, { colour: false, width: 36 })).toEqual([
    "┌──────────────────────────────────┐",
    "│ pdf │ ● Coordinator(0) #F59E0B   │",
    "│ Reads PDF files. Use when there  │",
    "│ is one.                          │",
    "└──────────────────────────────────┘",
  ]);
});

test("S1-43: the border and the role are primary, the name bold, the rest dim", () => {
  const skill = { name: "hello", description: "Says it.", trit: tritOf("hello") };
  const primary = "\u001b[38;2;168;85;247m";
  const dim = "\u001b[38;2;107;114;128m";
  const [, head = "", below = ""] = skillBox(skill, { colour: true, width: 40 });
  expect(head).toContain(
    `${primary}│\u001b[39m \u001b[1m${primary}hello\u001b[39m\u001b[22m${dim} │ \u001b[39m${primary}● Generator(+1)\u001b[39m${dim} #A855F7\u001b[39m`,
  );
  expect(below).toContain(`${dim}Says it.\u001b[39m`);
});

test("a skill without a description has a box of one line", () => {
  expect(
    skillBox({ name: "a", description: "", trit: tritOf("a") }, { colour: false, width: 40 }),
  ).toHaveLength(3);
});

import { expect, test } from "vitest";
import type { Activated } from "./active-skills.ts";
import { sessionLimits } from "./limits.ts";
import { protectedContent } from "./render-skill.ts";
import { createTestSession, skillText } from "./test-session.ts";

const { protectedCharacters, protectedTotalCharacters } = sessionLimits;

/** What is kept of skills with these instructions, outermost first. */
function keptOf(...contents: readonly string[]): readonly string[] {
  const active = contents.map((content, index) => ({ family: String(index), skill: { content } }));
  const [, ...kept] = protectedContent(active as unknown as readonly Activated[]).split("\n\n");
  return kept;
}

test("short instructions are kept as they are, and long ones end with a mark", () => {
  const whole = "x".repeat(protectedCharacters);
  const [outer, short, cut] = keptOf(whole, "short", `${whole}x`);
  expect([outer, short]).toEqual([whole, "short"]);
  expect(cut).toHaveLength(protectedCharacters);
  expect(cut).toMatch(/x\n\[Cut here\. Read the skill's SKILL\.md for the rest\.\]$/);
});

test("without room for the mark, nothing is kept of the outermost skills", () => {
  const whole = "x".repeat(protectedCharacters);
  const count = protectedTotalCharacters / protectedCharacters;
  const inner = Array.from({ length: count }, () => whole);
  expect(keptOf("outermost", ...inner)).toEqual(inner);
  expect(keptOf(whole, ...inner.with(0, whole.slice(10)))).toEqual(inner.with(0, whole.slice(10)));
});

test("a host whose model has no folders is told of tools", async () => {
  const files = { "s/SKILL.md": skillText("s"), "s/notes.md": "Notes." };
  const folder = createTestSession(files);
  const tools = createTestSession(files, { access: "tools" });
  expect((await folder.session.activate({ skill: "s" })).text).toContain(`${folder.skills}/s`);
  expect((await tools.session.activate({ skill: "s" })).text).not.toContain(tools.skills);
});

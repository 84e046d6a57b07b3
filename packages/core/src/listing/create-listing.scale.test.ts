import { expect, test } from "vitest";
import { createListing } from "./create-listing.ts";
import type { ListedSkill } from "./listed-skill.ts";

const scripts = {
  ascii: {
    name: "skill",
    words: "Extracts text and tables from PDF files, fills in forms, merges documents. ",
  },
  cjk: { name: "技能", words: "从文件中提取文本和表格，填写表单，合并文档。当任务涉及文件时使用。" },
  emoji: { name: "🧰👩‍🔧", words: "📄👩‍👩‍👧‍👦✂️🏳️‍🌈 " },
} as const;
const sizes = [10, 1000, 100_000];
const placements = ["tool", "system", "message"] as const;

function makeSkills(count: number, script: keyof typeof scripts): readonly ListedSkill[] {
  const { name, words } = scripts[script];
  return Array.from({ length: count }, (_, index) => ({
    // Not in order: 7919 is prime, so every number comes once.
    id: `${name}-${(index * 7919) % count}`,
    description: words.repeat(1 + (index % 5)),
    tags: [`${name}${index % 40}`, "common"],
    location: `/home/me/.agents/skills/${name}-${index}/SKILL.md`,
  }));
}

test.each(sizes)("S3-64, C-27: %i skills cost less than 1 KB in every script and placement", (count) => {
  for (const script of ["ascii", "cjk", "emoji"] as const) {
    const skills = makeSkills(count, script);
    for (const placement of placements) {
      const listing = createListing(skills, { placement, budget: { bytes: 1023 } });
      expect(Buffer.byteLength(listing.text)).toBe(listing.bytes);
      expect(listing.bytes).toBeLessThan(1024);
      expect(listing.bytes).toBeGreaterThan(300);
      expect(listing.listed + listing.dropped.skills.count).toBe(count);
    }
  }
});

test("with a hundred thousand skills, the best for the task are still shown in full", () => {
  const skills = makeSkills(100_000, "ascii");
  const listing = createListing(skills, {
    placement: "tool",
    budget: { bytes: 1024 },
    best: ["skill-77777", "skill-5"],
  });
  expect(listing).toMatchObject({ tier: "search", listed: 2, dropped: { skills: { count: 99_998 } } });
  expect(listing.more).toMatch(/^99,998 more skills in these categories: common \(99,998\), skill\d+ \(2,/);
});

test("S3-59: a hundred thousand skills are listed in well under 200 ms, and the report stays small", () => {
  const skills = makeSkills(100_000, "ascii");
  const usage = new Map(skills.slice(0, 2000).map(({ id }, index) => [id, index]));
  const run = (): number => {
    const start = performance.now();
    const listing = createListing(skills, { placement: "message", budget: { bytes: 1024 }, usage });
    expect(JSON.stringify(listing.dropped).length).toBeLessThan(1000);
    return performance.now() - start;
  };
  // The best of a few runs, to exclude other work on the machine.
  expect(Math.min(...Array.from({ length: 7 }, run))).toBeLessThan(200);
});

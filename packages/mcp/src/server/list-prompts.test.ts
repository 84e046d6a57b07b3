import { rmSync } from "node:fs";
import { openCatalog } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createTrustedProject, skillText, writeSkills } from "../skills/test-source.ts";
import { listPrompts } from "./serve-prompts.ts";

const noHint = "Input for the skill, as text.";

test("a skill that a person can start is a prompt with its argument hint", async () => {
  const root = writeSkills({ "pdf/SKILL.md": skillText("pdf", "argument-hint: <file> [pages]\n") });
  expect(await listPrompts(openCatalog({ roots: [root] }))).toEqual({
    prompts: [
      {
        name: "pdf",
        title: "pdf",
        description: "Does pdf. Use when pdf is asked for.",
        arguments: [{ name: "arguments", description: "<file> [pages]", required: false }],
      },
    ],
  });
});

test("model-only and disabled skills have no prompt; user-only skills have one", async () => {
  const root = writeSkills({
    "background/SKILL.md": skillText("background", "user-invocable: false\n"),
    "elsewhere/SKILL.md": skillText("elsewhere", "scope:\n  agents: [other]\n"),
    "manual/SKILL.md": skillText("manual", "disable-model-invocation: true\n"),
  });
  const { prompts } = await listPrompts(openCatalog({ roots: [root], context: { agent: "coder" } }));
  expect(prompts.map(({ name }) => name)).toEqual(["manual"]);
});

test("a skill that MCP's extension cannot list is still a prompt", async () => {
  const text = skillText("old", "argument-hint: <x>\nmetadata:\n  version: 1.0\n");
  const { prompts } = await listPrompts(openCatalog({ roots: [writeSkills({ "old/skill.md": text })] }));
  expect(prompts.map(({ name, arguments: all }) => [name, all?.[0]?.description])).toEqual([["old", "<x>"]]);
});

test("the name is the id, which selects the skill again", async () => {
  const catalog = openCatalog({
    roots: [
      { path: writeSkills({ "pdf/SKILL.md": skillText("pdf") }), scope: "personal" },
      { path: writeSkills({ "pdf/SKILL.md": skillText("pdf") }), scope: "package", package: "acme" },
    ],
  });
  const { prompts } = await listPrompts(catalog);
  expect(prompts.map(({ name, title }) => [name, title])).toEqual([
    ["acme:pdf", "pdf"],
    ["pdf", "pdf"],
  ]);
  for (const { name } of prompts) expect(catalog.find(name).id).toBe(name);
});

test("pages of prompts stay consistent when skills are removed", async () => {
  const all = Array.from({ length: 120 }, (_, index) => `s${String(index).padStart(3, "0")}`);
  const root = writeSkills(Object.fromEntries(all.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  const catalog = openCatalog({ roots: [root] });
  const first = await listPrompts(catalog);
  rmSync(`${root}/s099`, { recursive: true });
  catalog.refresh();
  const second = await listPrompts(catalog, first.nextCursor);
  expect(first.nextCursor).toBe("s099");
  expect(second).not.toHaveProperty("nextCursor");
  expect([...first.prompts, ...second.prompts].map(({ name }) => name)).toEqual(all);
});

test("a skill that was removed since it was found is listed without a hint", async () => {
  const root = writeSkills({ "pdf/SKILL.md": skillText("pdf", "argument-hint: <file>\n") });
  const catalog = openCatalog({ roots: [root] });
  rmSync(`${root}/pdf`, { recursive: true });
  const { prompts } = await listPrompts(catalog);
  expect(prompts.map(({ arguments: all }) => all?.[0]?.description)).toEqual([noHint]);
});

test("an author's texts are capped and cannot imitate our markup", async () => {
  const tag = "<system-reminder>";
  const head = `argument-hint: "${tag}${"y".repeat(5000)}"\n`;
  const text = `---\nname: "${tag}"\ndescription: "${tag}${"x".repeat(5000)}"\n${head}---\nBody\n`;
  const { prompts } = await listPrompts(openCatalog({ roots: [writeSkills({ "loud/SKILL.md": text })] }));
  const safe = "&lt;system-reminder>";
  expect(prompts).toEqual([
    {
      name: tag,
      title: safe,
      description: `${safe}${"x".repeat(1536 - tag.length)}`,
      arguments: [
        { name: "arguments", description: `${safe}${"y".repeat(1536 - tag.length)}`, required: false },
      ],
    },
  ]);
});

test("a skill with a name too long for a list has no prompt", async () => {
  const root = writeSkills({
    "long/SKILL.md": skillText("x".repeat(257)),
    "fine/SKILL.md": skillText("y".repeat(256)),
  });
  const { prompts } = await listPrompts(openCatalog({ roots: [root] }));
  expect(prompts.map(({ name }) => name)).toEqual(["y".repeat(256)]);
});

test("a trusted project's skills are prompts without a hint; an untrusted project's skills are not prompts", async () => {
  const text = skillText("pdf", "argument-hint: <file>\n");
  const { options } = createTrustedProject({ ".claude/skills/pdf/SKILL.md": text });
  const { prompts } = await listPrompts(openCatalog(options));
  expect(prompts.map(({ name, arguments: all }) => [name, all?.[0]?.description])).toEqual([["pdf", noHint]]);
  expect(await listPrompts(openCatalog({ roots: options.roots }))).toEqual({ prompts: [] });
});

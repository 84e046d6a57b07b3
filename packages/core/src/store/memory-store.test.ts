import { expect, test } from "vitest";
import { describeSkillStore, skillText } from "./contract.ts";
import { createMemoryStore } from "./memory-store.ts";

describeSkillStore("memory", createMemoryStore);

test("nothing of a skill in memory names a place on a disk", async () => {
  const store = createMemoryStore({ pdf: { "SKILL.md": skillText("pdf") } });
  const [listed] = (await store.list()).skills;
  const loaded = await store.load("pdf");
  expect(Object.keys(listed ?? {})).toEqual(["name", "description", "manifest"]);
  expect(Object.keys(loaded)).toEqual([
    "name",
    "description",
    "manifest",
    "body",
    "truncated",
    "files",
    "digest",
  ]);
});

import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createCompositeStore } from "./composite-store.ts";
import { codeOf, describeSkillStore, skillText } from "./contract.ts";
import { createMemoryStore, type MemorySkills } from "./memory-store.ts";
import type { SkillStore } from "./skill-store.ts";

describeSkillStore("composite of one", (skills) =>
  createCompositeStore([{ name: "only", store: createMemoryStore(skills) }]),
);

describeSkillStore("composite of one store for each skill", (skills) =>
  createCompositeStore(
    Object.entries(skills).map(([folder, files]) => ({
      name: folder,
      store: createMemoryStore({ [folder]: files }),
    })),
  ),
);

function named(name: string, skills: MemorySkills): { readonly name: string; readonly store: SkillStore } {
  return { name, store: createMemoryStore(skills) };
}

function failing(error: unknown): { readonly name: string; readonly store: SkillStore } {
  const fail = (): Promise<never> => Promise.reject(error);
  return { name: "hub", store: { list: fail, load: fail, readFile: fail } };
}

const first = named("team", { pdf: { "SKILL.md": skillText("pdf", "first"), "a.md": "first" } });
const second = named("mine", {
  pdf: { "SKILL.md": skillText("pdf", "second"), "a.md": "second", "b.md": "second" },
  csv: { "SKILL.md": skillText("csv") },
});

test("the first store that has a name answers for it, and the other is reported", async () => {
  const store = createCompositeStore([first, second]);
  const { skills, findings } = await store.list();
  expect(skills.map(({ name }) => name)).toEqual(["csv", "pdf"]);
  expect(findings).toEqual([
    {
      code: "skill-shadowed",
      severity: "warning",
      path: "mine: pdf",
      args: { name: "pdf", winner: "team: pdf", reason: "order" },
    },
  ]);
  expect(await store.load("pdf")).toMatchObject({ body: "first" });
  expect(await store.readFile("pdf", "a.md")).toMatchObject({ text: "first" });
});

test("a file that the winning skill does not have is not taken from the one it hides", async () => {
  const store = createCompositeStore([first, second]);
  expect(await codeOf(store.readFile("pdf", "b.md"))).toBe("skill-file-missing");
});

test.each([
  [new SkillError("file-forbidden", { path: "/x" }), "file-forbidden"],
  [new TypeError("fetch failed"), "TypeError: fetch failed"],
  ["closed", "closed"],
])("a store that fails with %s hides no other from the list and is reported", async (error, reason) => {
  const { skills, findings } = await createCompositeStore([failing(error), second]).list();
  expect(skills.map(({ name }) => name)).toEqual(["csv", "pdf"]);
  expect(findings).toEqual([{ code: "store-failed", severity: "error", path: "hub", args: { reason } }]);
});

test("while a store before it fails, no skill takes the place of one that store may have", async () => {
  const error = new SkillError("file-forbidden", { path: "/x" });
  const store = createCompositeStore([failing(error), second]);
  expect(await codeOf(store.load("pdf"))).toBe("file-forbidden");
  expect(await codeOf(store.readFile("pdf", "a.md"))).toBe("file-forbidden");
});

test("a store that fails does not matter where one before it has the skill", async () => {
  const store = createCompositeStore([first, failing(new Error("down"))]);
  expect(await store.load("pdf")).toMatchObject({ body: "first" });
  await expect(store.load("csv")).rejects.toThrow("down");
});

test("findings of all stores are kept", async () => {
  const broken = { broken: { "SKILL.md": "# No frontmatter\n" } };
  const { findings } = await createCompositeStore([named("a", broken), named("b", broken)]).list();
  expect(findings.map(({ code }) => code)).toEqual(["frontmatter-invalid", "frontmatter-invalid"]);
});

test("an unknown name comes with the nearest one that a store knows", async () => {
  const store = createCompositeStore([second, named("empty", {})]);
  await expect(store.load("pfd")).rejects.toMatchObject({
    details: { name: "pfd", hint: " Did you mean pdf?" },
  });
});

test("no stores are an empty store", async () => {
  const store = createCompositeStore([]);
  expect(await store.list()).toEqual({ skills: [], findings: [] });
  expect(await codeOf(store.load("pdf"))).toBe("skill-unknown");
});

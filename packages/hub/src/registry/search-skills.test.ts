import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSkill } from "@skillwright/core";
import { createAnalyzer, createSearchIndex, rankSkills, toSearchDocument } from "@skillwright/core/catalog";
import { expect, test } from "vitest";
import { startTestRegistry, type TestRegistry } from "./test-registry.ts";

type Hits = { readonly skills: readonly { readonly name: string }[]; readonly next: string | null };

async function search(hub: TestRegistry, query: string, token?: string): Promise<readonly string[]> {
  const path = `/api/v1/search?${new URLSearchParams({ q: query })}`;
  const { skills } = (await hub.read(path, token)) as Hits;
  return skills.map(({ name }) => name);
}

test("search ranks the hub's skills as the catalog ranks the same ones", async () => {
  const hub = await startTestRegistry();
  const examples = join(import.meta.dirname, "../../../../examples/skills");
  const parsed = readdirSync(examples).map((name) =>
    parseSkill(readFileSync(`${examples}/${name}/SKILL.md`, "utf8")),
  );
  for (const { manifest, text, bodySpan } of parsed) {
    const { name = "", description = "" } = manifest;
    await hub.publish({ name, description, body: text.slice(bodySpan.start) });
  }
  const index = createSearchIndex(parsed.map((skill) => createAnalyzer()(withoutHints(skill))));
  const queries = ["extract the text of a PDF", "check a table", "write release notes", "review my changes"];
  for (const query of queries) {
    const ranked = rankSkills(index, query, { limit: 10 }).map(
      ({ ordinal }) => parsed[ordinal]?.manifest.name,
    );
    expect(ranked.length).toBeGreaterThan(0);
    expect(await search(hub, query, hub.token)).toEqual(ranked);
  }
});

/** The published copies have no other frontmatter. */
function withoutHints(skill: ReturnType<typeof parseSkill>) {
  return { ...toSearchDocument(skill), tags: [] };
}

test("search follows every change: versions, withdrawal, visibility", async () => {
  const hub = await startTestRegistry();
  const { token } = hub;
  const put = (path: string, body: unknown) => hub.send("PUT", `/api/v1/skills/${path}`, { token, body });
  expect(await search(hub, "quaternions", token)).toEqual([]);
  await hub.publish({ name: "algebra", description: "Multiplies quaternions." });
  await hub.publish({ name: "cooking", description: "Cooks soup." });
  expect(await search(hub, "quaternions", token)).toEqual(["algebra"]);
  expect(await search(hub, "quaternions")).toEqual([]);
  await put("algebra", { visibility: "public" });
  expect(await search(hub, "quaternions")).toEqual(["algebra"]);
  await hub.publish({ name: "algebra", version: "2.0.0", description: "Inverts octonions." });
  expect(await search(hub, "quaternions")).toEqual([]);
  expect(await search(hub, "octonions")).toEqual(["algebra"]);
  await put("algebra/versions/2.0.0/yank", { reason: "Wrong." });
  expect(await search(hub, "quaternions")).toEqual(["algebra"]);
  await put("algebra/versions/1.0.0/yank", { reason: "Wrong too." });
  expect(await search(hub, "algebra quaternions octonions", token)).toEqual([]);
});

test("a tenant finds its own skills, those of the enterprise and public ones, each name once", async () => {
  const hub = await startTestRegistry();
  const [red, blue] = [await hub.tokenOf("admin", "red"), await hub.tokenOf("admin", "blue")];
  await hub.publish({ name: "notes", description: "Notes of the enterprise about meetings." });
  await hub.publish({ name: "notes", description: "Notes of red about meetings.", token: red });
  await hub.publish({ name: "minutes", description: "Minutes of blue about meetings.", token: blue });
  expect(await search(hub, "meetings", red)).toEqual(["notes"]);
  expect((await search(hub, "meetings", blue)).toSorted()).toEqual(["minutes", "notes"]);
  expect(await hub.read("/api/v1/skills", red)).toMatchObject({ skills: [{ name: "notes", tenant: "red" }] });
  await hub.send("PUT", "/api/v1/skills/minutes", { token: blue, body: { visibility: "public" } });
  expect((await search(hub, "meetings", red)).toSorted()).toEqual(["minutes", "notes"]);
});

test("lists and results come page by page", async () => {
  const hub = await startTestRegistry();
  const names = ["a1", "a2", "a3", "a4", "a5"];
  for (const name of names) await hub.publish({ name, description: "Sorts numbers." });
  for (const path of ["/api/v1/skills?", "/api/v1/search?q=sorts+numbers&"]) {
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 5; page++) {
      const address = `${path}limit=2${cursor && `&cursor=${cursor}`}`;
      const { skills, next } = (await hub.read(address, hub.token)) as Hits;
      seen.push(...skills.map(({ name }) => name));
      if (next === null) break;
      cursor = next;
    }
    expect(seen.toSorted()).toEqual(names);
  }
  for (const path of [
    "/api/v1/skills?limit=0",
    "/api/v1/skills?limit=201",
    "/api/v1/search",
    "/api/v1/search?q=",
  ])
    expect((await hub.send("GET", path)).status).toBe(400);
});

import { expect, test } from "vitest";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import type { Catalog, CatalogOptions } from "./catalog.ts";

import { openCatalog } from "./open-catalog.ts";

const skill = (name: string, description: string, more = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n# ${name}\n`;

function open(fs: FileSystem, more: Partial<CatalogOptions> = {}): Catalog {
  return openCatalog({ fs, roots: ["/s"], now: () => 1e12, ...more });
}

async function idsOf(hits: ReturnType<Catalog["search"]>): Promise<readonly string[]> {
  return (await hits).map((hit) => hit.skill.id);
}

function write(fs: FileSystem, path: string, text: string): void {
  fs.write(path, new TextEncoder().encode(text));
}

test("skills that a model may not choose do not displace those it may", async () => {
  const forbidden = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `/s/tune-piano-${at}/SKILL.md`,
      skill(`tune-piano-${at}`, "Tunes a piano.", "disable-model-invocation: true\n"),
    ]),
  );
  const fs = createMemoryFileSystem({
    ...forbidden,
    "/s/music/SKILL.md": skill("music", "Tunes a piano or a guitar, and keeps them in tune."),
  });
  expect(await idsOf(open(fs).match("tune a piano", { threshold: 0 }))).toEqual(["music"]);
});

test("a skill that users may not invoke is not ranked first by its name", async () => {
  const fs = createMemoryFileSystem({
    "/s/inner/SKILL.md": skill("inner", "Cleans up.", "user-invocable: false\n"),
    "/s/other/SKILL.md": skill("other", "Paints."),
  });
  const [first] = await open(fs).search("/inner paint");
  expect(first?.score).toBeLessThan(1);
});

test("a misspelled name at the start finds the intended skill", async () => {
  const fs = createMemoryFileSystem({
    "/s/deploying-airflow/SKILL.md": skill("deploying-airflow", "Deploys pipelines."),
    "/s/deploying-ui/SKILL.md": skill("deploying-ui", "Deploys user interfaces, deploying them."),
  });
  const [first] = await open(fs).search("/deploying-airfow");
  expect(first).toMatchObject({ skill: { id: "deploying-airflow" }, score: 0.9 });
  expect((await idsOf(open(fs).search("/deploying-airflow, then more")))[0]).toBe("deploying-airflow");
  expect((await idsOf(open(fs).search("/Deploying-Airflow now")))[0]).toBe("deploying-airflow");
});

test("a failing model leaves the hits unchanged", async () => {
  const fs = createMemoryFileSystem({
    "/s/pdf/SKILL.md": skill("pdf", "Reads PDF files."),
    "/s/git/SKILL.md": skill("git", "Writes commit messages for files."),
  });
  const failures: unknown[] = [];
  const failing = open(fs, {
    secondStage: async () => {
      throw new Error("429");
    },
    onSecondStageFailure: (error) => failures.push(error),
  });
  expect(await idsOf(failing.search("read pdf files"))).toEqual(
    await idsOf(open(fs).search("read pdf files")),
  );
  expect(failures).toEqual([new Error("429")]);
});

test("two edits within one clock tick are both found, by this process and by the next", async () => {
  const fs = createMemoryFileSystem({ "/s/a/SKILL.md": skill("a", "Peels a zebra.") });
  // The memory file system counts writes as milliseconds: seen from 0, every change is as young as can be.
  const young: FileSystem = {
    ...fs,
    stat: (path) => {
      const found = fs.stat(path);
      return found && { ...found, changedMs: 5 };
    },
    read: (path, maxBytes) => ({ ...fs.read(path, maxBytes), changedMs: 5 }),
  };
  let now = 100;
  const options = { now: () => now, indexFolder: "/index" };
  const catalog = open(young, options);
  expect(await idsOf(catalog.search("zebra", { threshold: 0.01 }))).toEqual(["a"]);
  catalog.save();
  write(fs, "/s/a/SKILL.md", skill("a", "Peels a mango."));
  now = 200;
  catalog.refresh();
  expect(await idsOf(catalog.search("mango", { threshold: 0.01 }))).toEqual(["a"]);
  catalog.save();
  expect(await idsOf(open(young, options).search("mango", { threshold: 0.01 }))).toEqual(["a"]);
});

test("after thousands of edits the index is rebuilt and finds as before", async () => {
  const fs = createMemoryFileSystem({
    "/s/a/SKILL.md": skill("a", "Counts to 0."),
    "/s/b/SKILL.md": skill("b", "Tunes pianos."),
  });
  const catalog = open(fs);
  for (let round = 1; round <= 2100; round++) {
    write(fs, "/s/a/SKILL.md", skill("a", `Counts to number${round}.`));
    catalog.refresh(["/s/a/SKILL.md"]);
    if (round % 100 === 0 || round > 1090) await catalog.search("x");
  }
  expect((await idsOf(catalog.search("count to number2100")))[0]).toBe("a");
  expect((await idsOf(catalog.search("tune a piano")))[0]).toBe("b");
});

test("analyzed skills are found even if only a few of many are searchable", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [
      `/s/s${at}/SKILL.md`,
      skill(`s${at}`, `Does ${at}.`, at < 200 ? "scope:\n  agents: [other]\n" : ""),
    ]),
  );
  const fs = createMemoryFileSystem(files);
  const first = open(fs, { indexFolder: "/index" });
  await first.search("x");
  first.save();
  const reads: string[] = [];
  const spied: FileSystem = {
    ...fs,
    read: (path, maxBytes) => {
      if (path.startsWith("/s/")) reads.push(path);
      return fs.read(path, maxBytes);
    },
  };
  await open(spied, { indexFolder: "/index" }).search("x");
  expect(reads).toEqual([]);
});

test("the requested number of hits is returned, even above a hundred", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [
      `/s/s${at}/SKILL.md`,
      skill(`s${at}`, `Tunes piano number ${at}.`),
    ]),
  );
  const catalog = open(createMemoryFileSystem(files));
  expect(await catalog.search("tune a piano", { limit: 140 })).toHaveLength(140);
});

test("a skill ranks before the skills it shadows, whatever their texts", async () => {
  const fs = createMemoryFileSystem({
    "/a/forms/SKILL.md": skill("forms", "Fills in forms of any kind."),
    "/b/forms/SKILL.md": skill("forms", "Fill in PDF forms, fill in forms, PDF forms."),
    "/b/other/SKILL.md": skill("other", "Paints pictures of PDF files."),
  });
  const hits = await open(fs, { roots: ["/a", "/b"] }).search("fill in PDF forms");
  expect(hits.map((hit) => hit.skill.directory)).toEqual(["/a/forms", "/b/forms", "/b/other"]);
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
});

test("skills with the same rank are ordered by id", async () => {
  const names = ["c", "a", "b"];
  const fs = createMemoryFileSystem(
    Object.fromEntries(names.map((name) => [`/s/${name}/SKILL.md`, skill(name, "Fills in forms.")])),
  );
  const catalog = open(fs);
  expect(await idsOf(catalog.search("fill in forms"))).toEqual(["a", "b", "c"]);
});

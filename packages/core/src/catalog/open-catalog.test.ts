import { expect, test } from "vitest";
import type { FileSystem, Watcher } from "../fs/file-system.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";

import type { CatalogOptions } from "./catalog.ts";
import { openCatalog } from "./open-catalog.ts";

const skill = (name: string, description: string, more = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n# ${name}\n\nInstructions of ${name}.\n`;
const files: MemoryFiles = {
  "/skills/pdf/SKILL.md": skill("pdf", "Extracts text and tables from PDF files. Use when a PDF is given."),
  "/skills/pdf/references/forms.md": "# Forms\n",
  "/skills/pdf/scripts/extract.py": "print('text')\n",
  "/skills/commit/SKILL.md": skill("commit", "Writes commit messages from a git diff.", "tags: [git]\n"),
  "/skills/deploy/SKILL.md": skill("deploy", "Deploys to Kubernetes.", "disable-model-invocation: true\n"),
  "/home/skills/pdf/SKILL.md": skill("pdf", "Reads PDF files in my own way."),
};

function open(more: Partial<CatalogOptions> = {}): ReturnType<typeof openCatalog> {
  return openCatalog({ fs: createMemoryFileSystem(files), roots: ["/skills"], now: () => 1e12, ...more });
}

function write(fs: FileSystem, path: string, text: string): void {
  fs.write(path, new TextEncoder().encode(text));
}

test("S3-29: opening finds the skills and reads no instructions", () => {
  const fs = createMemoryFileSystem(files);
  const reads: number[] = [];
  const spied: FileSystem = {
    ...fs,
    read: (path, maxBytes) => {
      reads.push(maxBytes);
      return fs.read(path, maxBytes);
    },
  };
  const { skills, shadowed, findings } = open({ fs: spied }).list();
  expect(skills.map(({ id, directory, enabled }) => [id, directory, enabled])).toEqual([
    ["commit", "/skills/commit", true],
    ["deploy", "/skills/deploy", true],
    ["pdf", "/skills/pdf", true],
  ]);
  expect({ shadowed, findings }).toEqual({ shadowed: [], findings: [] });
  expect(reads).toEqual([2048, 2048, 2048]);
});

test("skills are found by what they do; a skill requested by name comes first", async () => {
  const catalog = open();
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await catalog.search(query)).map((hit) => hit.skill.id);
  expect((await idsOf("get the tables out of this pdf"))[0]).toBe("pdf");
  expect((await idsOf("write a commit message"))[0]).toBe("commit");
  expect((await idsOf("/deploy the tables of this pdf"))[0]).toBe("deploy");
  expect((await idsOf("use $commit for this pdf"))[0]).toBe("commit");
  expect(await catalog.search("pdf", { limit: 1 })).toHaveLength(1);
});

test("S3-21: a match must score above the threshold, and a user-only skill is found only for users", async () => {
  const catalog = open();
  const idsOf = async (task: string): Promise<readonly string[]> =>
    (await catalog.match(task)).map((hit) => hit.skill.id);
  expect(await idsOf("extract the text of a PDF file")).toContain("pdf");
  expect(await idsOf("deploy to kubernetes")).not.toContain("deploy");
  expect(await idsOf("/deploy to kubernetes")).toContain("deploy");
  expect(await idsOf("zzgl frumpf 77")).toEqual([]);
});

test("S3-3: a loaded skill has its instructions, files and digest", async () => {
  const loaded = await open().load("pdf");
  expect(loaded).toMatchObject({
    name: "pdf",
    body: "# pdf\n\nInstructions of pdf.",
    files: ["references/forms.md", "scripts/extract.py"],
    directory: "/skills/pdf",
    changed: false,
  });
  expect(loaded.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("a skill that changes between listing and loading is reported, and refused when a digest is required", async () => {
  const fs = createMemoryFileSystem(files);
  const catalog = open({ fs });
  const { digest } = await catalog.load("pdf");
  write(fs, "/skills/pdf/SKILL.md", skill("pdf", "Extracts text.", "license: MIT\n"));
  expect(await catalog.load("pdf")).toMatchObject({ changed: true });
  await expect(catalog.load("pdf", { digest })).rejects.toMatchObject({ code: "skill-changed" });
  catalog.refresh();
  expect(await catalog.load("pdf")).toMatchObject({ changed: false, description: "Extracts text." });
});

test("a change of a bundled file changes the digest although SKILL.md is the same", async () => {
  const fs = createMemoryFileSystem(files);
  const catalog = open({ fs });
  const { digest } = await catalog.load("pdf");
  write(fs, "/skills/pdf/scripts/extract.py", "print('other')\n");
  await expect(catalog.load("pdf", { digest })).rejects.toMatchObject({ code: "skill-changed" });
});

test("files of a skill are read; scripts and files outside of it are not", async () => {
  const catalog = open();
  expect(await catalog.readFile("pdf", "references/forms.md")).toMatchObject({
    kind: "text",
    text: "# Forms\n",
  });
  await expect(catalog.readFile("pdf", "scripts/extract.py")).rejects.toMatchObject({
    code: "skill-script-unreadable",
  });
  await expect(catalog.readFile("pdf", "../commit/SKILL.md")).rejects.toMatchObject({
    code: "skill-path-invalid",
  });
});

test("C-15, C-16: a caller can also request scripts, or a single level", async () => {
  const catalog = open();
  expect(await catalog.readFile("pdf", "scripts/extract.py", { scriptsReadable: true })).toMatchObject({
    text: "print('text')\n",
  });
  await expect(catalog.readFile("pdf", "SKILL.md", { oneLevel: true })).rejects.toMatchObject({
    code: "skill-path-invalid",
  });
});

test("a reference is looked up without reading the skill", () => {
  const catalog = open();
  expect(catalog.find("/pdf")).toMatchObject({ id: "pdf", directory: "/skills/pdf" });
  expect(() => catalog.find("pfd")).toThrow("skill-unknown");
});

test("an unknown name is refused with the nearest one", async () => {
  await expect(open().load("pdff")).rejects.toMatchObject({
    code: "skill-unknown",
    details: { hint: " Did you mean pdf?" },
  });
});

test("a disabled skill is neither loaded nor found", async () => {
  const catalog = open({ context: { turnedOff: ["pdf"] } });
  await expect(catalog.load("pdf")).rejects.toMatchObject({ code: "skill-disabled" });
  expect((await catalog.search("pdf tables")).map(({ skill }) => skill.id)).not.toContain("pdf");
});

test("skills of one scope with equal names are kept apart: both are found, and each loads by its own id", async () => {
  const catalog = open({ roots: ["/skills", "/home/skills"] });
  const { shadowed, findings } = catalog.list();
  expect(shadowed).toMatchObject([
    { name: "pdf", winner: "pdf", reason: "order", directory: "/home/skills/pdf" },
  ]);
  expect(findings.map(({ code }) => code)).toEqual(["skill-shadowed"]);
  const found = (await catalog.search("read pdf files")).map(({ skill }) => skill.directory);
  expect(found).toEqual(expect.arrayContaining(["/skills/pdf", "/home/skills/pdf"]));
  const other = await catalog.load(shadowed[0]?.id ?? "");
  expect(other.directory).toBe("/home/skills/pdf");
  expect(catalog.explain("pdf")).toMatchObject({
    winner: { directory: "/skills/pdf" },
    losers: [{ directory: "/home/skills/pdf", reason: "order" }],
  });
});

test("a refresh reports added, removed and changed skills, and search is updated", async () => {
  const fs = createMemoryFileSystem(files);
  const catalog = open({ fs });
  await catalog.search("pdf");
  write(fs, "/skills/commit/SKILL.md", skill("commit", "Paints watercolours."));
  write(fs, "/skills/new/SKILL.md", skill("new", "Tunes pianos."));
  write(fs, "/skills/deploy/SKILL.md", "broken");
  expect(catalog.refresh()).toEqual({ added: ["new"], removed: ["deploy"], changed: ["commit"] });
  const first = async (query: string): Promise<string | undefined> =>
    (await catalog.search(query))[0]?.skill.id;
  expect(await first("paint a watercolour")).toBe("commit");
  expect(await first("tune my piano")).toBe("new");
  expect((await catalog.search("kubernetes")).map(({ skill }) => skill.id)).not.toContain("deploy");
  expect(catalog.refresh()).toEqual({ added: [], removed: [], changed: [] });
});

test("S3-79: watching reports changes until it is stopped", () => {
  const fs = createMemoryFileSystem(files);
  let notify = (): void => {};
  const watched: string[] = [];
  const watcher: Watcher = (folders, call) => {
    watched.push(...folders);
    notify = call;
    return () => {
      notify = () => {};
    };
  };
  const catalog = open({ fs, watcher });
  const changes: object[] = [];
  const stop = catalog.watch((change) => changes.push(change));
  notify();
  write(fs, "/skills/new/SKILL.md", skill("new", "Tunes pianos."));
  notify();
  stop();
  write(fs, "/skills/newer/SKILL.md", skill("newer", "Tunes pianos."));
  notify();
  expect(watched).toEqual(["/skills"]);
  expect(changes).toEqual([{ added: ["new"], removed: [], changed: [] }]);
});

test("watching without a watcher is refused", () => {
  expect(() => open().watch(() => {})).toThrow(expect.objectContaining({ code: "watch-unavailable" }));
});

test("the list for a model omits what it may not choose; with a task, the best matches come first", async () => {
  const catalog = open();
  const all = await catalog.listing({ placement: "system" });
  expect(all.entries.map(({ skill: { id } }) => id)).toEqual(["commit", "pdf"]);
  const tight = await catalog.listing({
    placement: "tool",
    budget: { bytes: 700 },
    task: "write a commit message",
  });
  expect(tight.bytes).toBeLessThanOrEqual(700);
  expect(tight.text).toContain("Writes commit messages");
});

test("without skills, the list is empty", async () => {
  const catalog = open({ fs: createMemoryFileSystem() });
  expect(await catalog.listing({ placement: "tool" })).toMatchObject({ text: "", listed: 0 });
  expect(await catalog.search("pdf")).toEqual([]);
});

test("a model of the caller's choice reorders the hits", async () => {
  const catalog = open({
    secondStage: async (_, candidates) => candidates.map(({ id }) => (id === "commit" ? 1 : 0)),
  });
  expect((await catalog.search("text of a git commit in pdf"))[0]?.skill.id).toBe("commit");
});

test("a refresh with the changed paths finds the same as a full refresh", async () => {
  const fs = createMemoryFileSystem(files);
  const catalog = open({ fs });
  await catalog.search("pdf");
  write(fs, "/skills/commit/SKILL.md", skill("commit", "Paints watercolours.", "tags: [git]\n"));
  expect(catalog.refresh(["/skills/commit/SKILL.md"])).toEqual({
    added: [],
    removed: [],
    changed: ["commit"],
  });
  expect((await catalog.search("paint a watercolour"))[0]?.skill.id).toBe("commit");
  write(fs, "/skills/pdf/SKILL.md", skill("paper", "Folds paper."));
  expect(catalog.refresh(["/skills/pdf/SKILL.md"])).toEqual({
    added: ["paper"],
    removed: ["pdf"],
    changed: [],
  });
  write(fs, "/skills/new/SKILL.md", skill("new", "Tunes pianos."));
  expect(catalog.refresh(["/skills/new/SKILL.md"])).toEqual({ added: ["new"], removed: [], changed: [] });
  expect(catalog.refresh()).toEqual({ added: [], removed: [], changed: [] });
  expect(catalog.list()).toEqual(open({ fs }).list());
});

test("a model may not choose a skill that any client's switch forbids, and a new switch applies at once", async () => {
  const fs = createMemoryFileSystem({
    "/skills/claude/SKILL.md": skill("claude", "Tunes pianos.", "disable-model-invocation: true\n"),
    "/skills/opencode/SKILL.md": skill(
      "opencode",
      "Tunes pianos.",
      'metadata:\n  opencode/autoinvoke: "false"\n',
    ),
    "/skills/codex/SKILL.md": skill("codex", "Tunes pianos."),
    "/skills/free/SKILL.md": skill("free", "Tunes pianos."),
  });
  const catalog = open({ fs });
  const listed = async (): Promise<readonly string[]> =>
    (await catalog.listing({ placement: "tool" })).entries.map((entry) => entry.skill.id);
  expect(await listed()).toEqual(["codex", "free"]);
  write(fs, "/skills/codex/agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n");
  expect(await listed()).toEqual(["free"]);
  expect((await catalog.match("tune a piano", { threshold: 0 })).map((hit) => hit.skill.id)).toEqual([
    "free",
  ]);
  expect(await catalog.search("tune a piano")).toHaveLength(4);
});

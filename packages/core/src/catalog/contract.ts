import { describe, expect, test } from "vitest";
import { digestSkill } from "../digest/digest-skill.ts";
import { sha256Hex } from "../digest/sha256.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { MemoryFiles } from "../fs/memory.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import type { BundledFile, ReadOptions } from "./bundled-file.ts";
import type { CatalogList, LoadedEntry } from "./catalog.ts";
import { openCatalog } from "./open-catalog.ts";

/** Skills by the names of their folders, each with its files. */
type MemorySkills = Readonly<Record<string, MemoryFiles>>;

/** A catalog seen as VibeTavern's injected store: list, load and read a file. Each call opens it again. */
export type SkillStore = {
  list(): Promise<CatalogList>;
  load(name: string): Promise<LoadedEntry>;
  readFile(name: string, path: string): Promise<BundledFile>;
};

export type StoreOptions = ReadOptions & {
  /** Folders whose immediate subfolders are searched. */
  readonly directories: readonly string[];
  readonly strict?: boolean;
};

export function createStore(
  fs: FileSystem,
  { directories, strict = false, ...read }: StoreOptions,
): SkillStore {
  const roots = directories.map((path) => ({ path, scope: "custom" as const, depth: 1 }));
  const open = (): ReturnType<typeof openCatalog> => openCatalog({ fs, roots, strict, now: () => 1e12 });
  return {
    list: async () => open().list(),
    load: async (name) => open().load(name, read),
    readFile: async (name, path) => open().readFile(name, path, read),
  };
}

/** The text of a SKILL.md. */
export function skillText(name: string, body = "# Title\n\nDo it.\n", more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\n${body}`;
}

const pdf = {
  "SKILL.md": skillText("pdf", "# PDF\n\nRun `scripts/extract.py`.\n", "license: MIT\n"),
  "LICENSE.txt": "MIT",
  "scripts/extract.py": "print('hello')\n",
  "references/forms.md": "# Forms\n",
  "references/deep/er.md": "deep",
  "assets/logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]),
};
const skills: MemorySkills = { pdf, csv: { "SKILL.md": skillText("csv") } };

/** What a catalog owes VibeTavern's agents on every file system. `create` makes a lenient one with these skills. */
export function describeSkillStore(name: string, create: (skills: MemorySkills) => SkillStore): void {
  describe(name, () => {
    test("S4-5, S4-10: a listing has name and description of each skill by name, and no body", async () => {
      const { skills: found, findings } = await create(skills).list();
      expect(found.map(({ name, description }) => ({ name, description }))).toEqual([
        { name: "csv", description: "Does csv." },
        { name: "pdf", description: "Does pdf." },
      ]);
      expect(JSON.stringify(found)).not.toContain("Do it.");
      expect(findings).toEqual([]);
    });

    test("no skills are an empty listing", async () => {
      expect(await create({}).list()).toMatchObject({ skills: [], findings: [] });
    });

    test("S4-8, S3-3: a load has the body, the files and the digest", async () => {
      const skill = await create(skills).load("pdf");
      expect(skill).toMatchObject({
        name: "pdf",
        description: "Does pdf.",
        manifest: { license: "MIT" },
        body: "# PDF\n\nRun `scripts/extract.py`.",
        truncated: false,
        files: [
          "LICENSE.txt",
          "assets/logo.png",
          "references/deep/er.md",
          "references/forms.md",
          "scripts/extract.py",
        ],
      });
      const files = Object.entries(pdf).map(([path, content]) => [`pdf/${path}`, content]);
      const fs = createMemoryFileSystem(Object.fromEntries(files));
      expect(skill.digest).toBe(digestSkill(fs, "pdf", sha256Hex));
    });

    test("what is loaded is what was listed", async () => {
      const store = create(skills);
      for (const { name, description, file } of (await store.list()).skills)
        expect(await store.load(name)).toMatchObject({ name, description, file });
    });

    test("R4-5: a body beyond the limit ends early, at a line, and says so", async () => {
      const line = `${"x".repeat(999)}\n`;
      const body = line.repeat(limits.activationBytes / 1000 + 5);
      const skill = await create({ long: { "SKILL.md": skillText("long", body) } }).load("long");
      expect(skill.truncated).toBe(true);
      expect(skill.body).toBe(line.repeat(limits.activationBytes / 1000).slice(0, -1));
    });

    test.each(["PDF", "pd", "", "../pdf", "pdf/../csv", "pdf\0", "__proto__", "."])(
      "names are looked up exactly: %j is unknown",
      async (unknown) => {
        const store = create(skills);
        expect(await codeOf(store.load(unknown))).toBe("skill-unknown");
        expect(await codeOf(store.readFile(unknown, "references/forms.md"))).toBe("skill-unknown");
      },
    );

    test("a text file comes as text with its media type", async () => {
      expect(await create(skills).readFile("pdf", "references/forms.md")).toEqual({
        kind: "text",
        path: "references/forms.md",
        mediaType: "text/markdown",
        bytes: 8,
        text: "# Forms\n",
      });
    });

    test("R4-10: a binary file comes in base64 with its media type", async () => {
      expect(await create(skills).readFile("pdf", "assets/logo.png")).toEqual({
        kind: "binary",
        path: "assets/logo.png",
        mediaType: "image/png",
        bytes: 6,
        base64: "iVBORwD/",
      });
    });

    test("C-16: files at any depth and beside the SKILL.md can be read", async () => {
      const store = create(skills);
      for (const path of (await store.load("pdf")).files) {
        if (path.startsWith("scripts/")) continue;
        expect(await store.readFile("pdf", path)).toMatchObject({ path });
      }
    });

    test("C-15: scripts are run, not read", async () => {
      expect(await codeOf(create(skills).readFile("pdf", "scripts/extract.py"))).toBe(
        "skill-script-unreadable",
      );
    });

    test.each(["references", "references/missing.md", "references/forms.md/below", "csv"])(
      "%j is not a file of the skill",
      async (path) => {
        expect(await codeOf(create(skills).readFile("pdf", path))).toBe("skill-file-missing");
      },
    );

    test("a file of another skill is not reached", async () => {
      expect(await codeOf(create(skills).readFile("csv", "references/forms.md"))).toBe("skill-file-missing");
    });

    test.each([
      "",
      ".",
      "..",
      "/etc/passwd",
      "../csv/SKILL.md",
      "references/../SKILL.md",
      "references/../../csv/SKILL.md",
      "references//forms.md",
      "./references/forms.md",
      "references/",
      "references\\forms.md",
      "..\\csv\\SKILL.md",
      "C:/windows/win.ini",
      "references/forms.md:stream",
      "references/forms.md\0.png",
      "references/\u0000/../forms.md",
      ".env",
      "references/.hidden",
      ".git/config",
      "x".repeat(limits.filePathLength + 1),
      "references/\ud800",
    ])("S4-15: %j is refused as a path", async (path) => {
      const store = create({ ...skills, pdf: { ...pdf, ".env": "SECRET=1", "references/.hidden": "x" } });
      expect(await codeOf(store.readFile("pdf", path))).toBe("skill-path-invalid");
    });

    test("S4-17: a file may have as many bytes as the limit says, and not one more", async () => {
      const most = new Uint8Array(limits.readFileBytes).fill(0x61);
      const more = new Uint8Array(limits.readFileBytes + 1).fill(0x61);
      const store = create({ pdf: { ...pdf, "assets/most.txt": most, "assets/more.txt": more } });
      expect(await store.readFile("pdf", "assets/most.txt")).toMatchObject({ bytes: limits.readFileBytes });
      expect(await codeOf(store.readFile("pdf", "assets/more.txt"))).toBe("skill-file-too-large");
    });

    test("C-19: a skill.md is read where there is no SKILL.md", async () => {
      const store = create({ pdf: { "skill.md": skillText("pdf", "lower") } });
      expect((await store.list()).skills).toMatchObject([{ name: "pdf" }]);
      expect(await store.load("pdf")).toMatchObject({ body: "lower", files: [] });
    });

    test("C-20: a skill without frontmatter or description is left out with a finding, the others stay", async () => {
      const store = create({
        bare: { "SKILL.md": "# No frontmatter\n" },
        broken: { "SKILL.md": "---\nname: [broken\n---\n" },
        silent: { "SKILL.md": "---\nname: silent\n---\n# Body\n" },
        csv: { "SKILL.md": skillText("csv") },
      });
      const { skills: found, findings } = await store.list();
      expect(found.map((skill) => skill.name)).toEqual(["csv"]);
      expect(findings.map(({ code, severity }) => [code, severity]).sort()).toEqual([
        ["frontmatter-invalid", "error"],
        ["frontmatter-invalid", "error"],
        ["skill-without-description", "error"],
      ]);
      expect(await codeOf(store.load("silent"))).toBe("skill-unknown");
    });

    test("C-20: a skill whose frontmatter is not closed is loaded as far as it can be made out", async () => {
      const store = create({ pdf: { "SKILL.md": "---\nname: pdf\ndescription: Reads PDF.\n\n# Title\n" } });
      expect((await store.list()).skills).toMatchObject([{ name: "pdf", description: "Reads PDF." }]);
      expect(await store.load("pdf")).toMatchObject({ name: "pdf", body: "# Title" });
    });

    test("what a skill says cannot change what it is called by", async () => {
      const manifest = "---\n__proto__: x\nname: pdf\ndescription: d\nconstructor: y\n---\n";
      const store = create({ pdf: { "SKILL.md": manifest } });
      expect((await store.list()).skills).toMatchObject([{ name: "pdf", description: "d" }]);
    });
  });
}

/** The code of the SkillError that a promise is rejected with; undefined when it is kept. */
export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof SkillError) return error.code;
    throw error;
  }
  return undefined;
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { main } from "../../main.ts";
import { textWidth } from "../../terminal/text-width.ts";
import { createTestIo } from "../../test-io.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with a SKILL.md per name; the text goes below its name and description. */
function skills(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "show-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "SKILL.md"), text);
  }
  return folder;
}

const skill = (name: string, rest = "---\n\n# Title\n\nDo it.\n"): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${rest}`;

test("S1-43: a skill is shown as a box, facts and body with a margin of two", async () => {
  const folder = skills({ pdf: skill("pdf") });
  const io = createTestIo({ columns: 40 });
  expect(await main(["show", join(folder, "pdf")], io)).toBe(0);
  expect(io.written.out.split("\n")).toEqual([
    "┌──────────────────────────────────────┐",
    "│ pdf │ ● Coordinator(0) #F59E0B       │",
    "│ Does pdf.                            │",
    "└──────────────────────────────────────┘",
    "  3 lines · ~4 tokens",
    "",
    "  # Title",
    "",
    "  Do it.",
    "",
    "",
  ]);
});

test("a SKILL.md by its path, a folder with a slash and standard input show the same skill", async () => {
  const folder = skills({ pdf: skill("pdf") });
  const outputs: string[] = [];
  for (const path of [join(folder, "pdf/"), join(folder, "pdf/SKILL.md"), "-"]) {
    const io = createTestIo({ input: skill("pdf") });
    await main(["show", path], io);
    outputs.push(io.written.out);
  }
  expect(new Set(outputs).size).toBe(1);
});

test("S1-44: a folder of skills is a list of boxes without bodies", async () => {
  const folder = skills({ hello: skill("hello"), pdf: skill("pdf") });
  const io = createTestIo();
  expect(await main(["show", folder], io)).toBe(0);
  expect(io.written.out).toMatch(/● Generator\(\+1\) #A855F7[\s\S]*● Coordinator\(0\) #F59E0B/);
  expect(io.written.out).not.toContain("# Title");
});

test("lines are as wide as --width or else the terminal, at most 100", async () => {
  const folder = skills({ pdf: skill("pdf", `---\n${"word ".repeat(99)}`) });
  const widest = async (words: readonly string[], columns: number): Promise<number> => {
    const io = createTestIo({ columns });
    await main(["show", join(folder, "pdf"), ...words], io);
    return Math.max(...io.written.out.split("\n").map(textWidth));
  };
  expect(await Promise.all([widest([], 60), widest([], 200), widest(["-w", "120"], 60)])).toEqual([
    60, 100, 120,
  ]);
});

test("a width that is not a number, or too small to show anything, is refused", async () => {
  for (const width of ["wide", "5", "-3"]) {
    const io = createTestIo();
    expect(await main(["show", "-", `--width=${width}`], io)).toBe(2);
    expect(io.written.err).toContain(`--width must be at least 24; found '${width}'.`);
  }
});

test("--json prints the facts in a stable shape", async () => {
  const folder = skills({ hello: skill("hello") });
  const io = createTestIo();
  await main(["show", join(folder, "hello"), "--json"], io);
  expect(JSON.parse(io.written.out)).toEqual({
    version: 1,
    path: join(folder, "hello"),
    name: "hello",
    description: "Does hello.",
    trit: "+1",
    role: "Generator",
    color: "#A855F7",
    lines: 3,
    tokens: 4,
    manifest: { name: "hello", description: "Does hello.", metadata: {}, unknown: {} },
  });
});

test("--json of a folder lists its skills", async () => {
  const io = createTestIo();
  await main(["show", skills({ hello: skill("hello"), pdf: skill("pdf") }), "--json"], io);
  expect(JSON.parse(io.written.out)).toMatchObject({
    version: 1,
    skills: [{ name: "hello" }, { name: "pdf" }],
  });
});

test("S1-42: --trit-source metadata takes the trit the author wrote", async () => {
  const input = skill("pdf", "metadata:\n  gf3-trit: -1\n---\n");
  const io = createTestIo({ input });
  await main(["show", "-", "--trit-source", "metadata"], io);
  expect(io.written).toEqual({ out: expect.stringContaining("● Verifier(-1) #2E5FA3"), err: "" });
});

test("S1-42: without a usable trit in the metadata the name decides, with a note", async () => {
  const io = createTestIo({ input: skill("pdf", "metadata:\n  trit: up\n---\n") });
  expect(await main(["show", "-", "--trit-source", "metadata"], io)).toBe(0);
  expect(io.written).toEqual({
    out: expect.stringContaining("● Coordinator(0)"),
    err: "note: <stdin>: its trit is 'up', expected -1, 0 or +1, so the name is used.\n",
  });
});

test("a skill that cannot be read is explained by its findings", async () => {
  const io = createTestIo({ input: "# No frontmatter\n" });
  expect(await main(["show", "-"], io)).toBe(1);
  expect(io.written).toEqual({
    out: "",
    err: expect.stringMatching(/^<stdin>:1:1: .*\(frontmatter\.required\)\n$/),
  });
});

test("one unreadable skill in a folder does not hide the others", async () => {
  const io = createTestIo();
  expect(await main(["show", skills({ broken: "no", pdf: skill("pdf") })], io)).toBe(1);
  expect(io.written.out).toContain("pdf │ ● Coordinator(0)");
  expect(io.written.err).toContain("frontmatter.required");
});

test("a directory without a SKILL.md is explained; a missing path is wrong usage", async () => {
  const io = createTestIo();
  expect(await main(["show", skills({})], io)).toBe(1);
  expect(io.written.err).toContain("file.missing");
  expect(await main(["show", "/nowhere/at/all"], io)).toBe(2);
});

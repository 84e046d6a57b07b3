import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ActiveSkill } from "../../session/session.ts";
import { createTestFolder, createTestWorkspace } from "../test-tools.ts";

test("a file is read by a relative or an absolute path", async () => {
  const { workspace, run } = createTestWorkspace({ "src/a.txt": "one\ntwo\n" });
  for (const path of ["src/a.txt", `${workspace}/src/a.txt`, "./src/../src/a.txt"])
    expect(await run("read", { path })).toEqual({
      success: true,
      result: {
        path,
        size_bytes: 8,
        encoding: "utf-8",
        content: "one\ntwo",
        start_line: 1,
        end_line: 2,
        total_lines: 2,
        truncated: false,
      },
      duration_ms: expect.any(Number),
      tokens_used: 0,
      cost_usd: 0,
      cached: false,
      retry_count: 0,
    });
});

test.each([
  [
    { offset: 2, limit: 1 },
    { content: "b", start_line: 2, end_line: 2, truncated: true },
  ],
  [{ offset: 3 }, { content: "c", start_line: 3, end_line: 3, truncated: false }],
  [{ limit: 9 }, { content: "a\nb\nc", start_line: 1, end_line: 3, truncated: false }],
  [{ offset: 9 }, { content: "", start_line: 9, end_line: 8, truncated: false }],
])("in a file, %j is %j", async (range, expected) => {
  const { result } = createTestWorkspace({ "a.txt": "a\nb\nc\n" });
  expect(await result("read", { path: "a.txt", ...range })).toMatchObject({ ...expected, total_lines: 3 });
});

test("a long file comes in parts that join", async () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}`);
  const { result } = createTestWorkspace({ "long.txt": `${lines.join("\n")}\n` });
  const read: string[] = [];
  for (let offset = 1; ; ) {
    const part = Object(await result("read", { path: "long.txt", offset }));
    expect(part.content.length).toBeLessThanOrEqual(200_000);
    read.push(part.content);
    offset = part.end_line + 1;
    if (!part.truncated) break;
  }
  expect(read.length).toBeGreaterThan(1);
  expect(read.join("\n")).toBe(lines.join("\n"));
});

test("an empty file has no lines", async () => {
  const { result } = createTestWorkspace({ "empty.txt": "" });
  expect(await result("read", { path: "empty.txt" })).toMatchObject({
    content: "",
    total_lines: 0,
    truncated: false,
  });
});

test("R4-10: a binary file is reported as such", async () => {
  const { workspace, result } = createTestWorkspace();
  writeFileSync(join(workspace, "a.bin"), Buffer.from([0x89, 0x50, 0x00, 0xff]));
  expect(await result("read", { path: "a.bin" })).toEqual({ path: "a.bin", size_bytes: 4, binary: true });
});

test("S3-35: a missing file, a folder and an oversized file are refused with OmniForge's messages", async () => {
  const { workspace, error } = createTestWorkspace();
  mkdirSync(join(workspace, "folder"));
  writeFileSync(join(workspace, "huge"), "");
  truncateSync(join(workspace, "huge"), 10_485_761);
  expect(await error("read", { path: "none.txt" })).toBe("File not found: none.txt");
  expect(await error("read", { path: "none/none.txt" })).toBe("File not found: none/none.txt");
  expect(await error("read", { path: "folder" })).toBe("Permission denied: folder (not a regular file)");
  expect(await error("read", { path: "huge" })).toBe(
    "huge has 10,485,761 bytes; at most 10,485,760 are read.",
  );
});

test("made-up keys are named in the answer", async () => {
  const { result } = createTestWorkspace({ "a.txt": "a" });
  expect(await result("read", { path: "a.txt", start_line: 2 })).toMatchObject({
    content: "a",
    ignored_parameters: ["start_line"],
  });
});

test("C-15, S3-34: documents of an active skill are read, its scripts are not", async () => {
  const directory = createTestFolder({ "references/a.md": "reference\n", "scripts/run.py": "print()\n" });
  const active = (): readonly ActiveSkill[] => [
    {
      activation: "1",
      id: "kit",
      name: "kit",
      digest: "d",
      directory,
      files: [],
      trigger: "model",
      lifetime: "session",
      mode: "restrict",
      content: "",
    },
  ];
  const { result, error } = createTestWorkspace({}, { session: { active } });
  expect(await result("read", { path: `${directory}/references/a.md` })).toMatchObject({
    content: "reference",
  });
  expect(await error("read", { path: `${directory}/scripts/run.py` })).toBe(
    "scripts/run.py is a script of the skill kit: run it instead of reading it.",
  );
  const other = createTestWorkspace();
  expect(await other.error("read", { path: `${directory}/references/a.md` })).toContain("Permission denied");
});

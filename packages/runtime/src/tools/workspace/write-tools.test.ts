import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder, createTestWorkspace } from "../test-tools.ts";

test("a file is written with its parent folders, and nothing else is left behind", async () => {
  const { workspace, result } = createTestWorkspace();
  expect(await result("write", { path: "a/b/c.txt", content: "é\n" })).toEqual({
    path: "a/b/c.txt",
    bytes_written: 3,
    created: true,
  });
  expect(readFileSync(join(workspace, "a/b/c.txt"), "utf8")).toBe("é\n");
  expect(readdirSync(join(workspace, "a/b"))).toEqual(["c.txt"]);
});

test("an existing file is replaced and keeps its mode", async () => {
  const { workspace, result } = createTestWorkspace({ "run.sh": "old" });
  chmodSync(join(workspace, "run.sh"), 0o750);
  expect(await result("write", { path: "run.sh", content: "new" })).toMatchObject({ created: false });
  expect(statSync(join(workspace, "run.sh")).mode & 0o7777).toBe(0o750);
  expect(readFileSync(join(workspace, "run.sh"), "utf8")).toBe("new");
});

test("a read-only file is unchanged, as are folders", async () => {
  const { workspace, error } = createTestWorkspace({ "kept.txt": "kept" });
  chmodSync(join(workspace, "kept.txt"), 0o444);
  mkdirSync(join(workspace, "folder"));
  expect(await error("write", { path: "kept.txt", content: "x" })).toBe("Permission denied: kept.txt");
  expect(await error("write", { path: "folder", content: "x" })).toContain("Permission denied: folder");
  expect(await error("write", { path: "kept.txt/below", content: "x" })).toContain("kept.txt/below");
  expect(readFileSync(join(workspace, "kept.txt"), "utf8")).toBe("kept");
});

test("outside the workspace only folders the host names are writable", async () => {
  const outside = createTestFolder({ "a.txt": "a" });
  const closed = createTestWorkspace();
  expect(await closed.error("write", { path: `${outside}/b.txt`, content: "x" })).toBe(
    `Permission denied: ${outside}/b.txt (outside this agent's folders)`,
  );
  expect(existsSync(join(outside, "b.txt"))).toBe(false);
  const readable = createTestWorkspace({}, { config: { readable: [outside] } });
  expect(await readable.result("read", { path: `${outside}/a.txt` })).toMatchObject({ content: "a" });
  expect(await readable.error("write", { path: `${outside}/b.txt`, content: "x" })).toContain(
    "Permission denied",
  );
  const open = createTestWorkspace({}, { config: { writable: [outside] } });
  expect(await open.result("write", { path: `${outside}/b.txt`, content: "x" })).toMatchObject({
    created: true,
  });
});

test("edit replaces a piece that occurs once, with the exact replacement", async () => {
  const { workspace, result } = createTestWorkspace({ "a.ts": "const a = 1;\nconst b = 2;\n" });
  const input = { path: "a.ts", old_string: "a = 1", new_string: "a = '$&$1'" };
  expect(await result("edit", input)).toEqual({ path: "a.ts", replacements: 1 });
  expect(readFileSync(join(workspace, "a.ts"), "utf8")).toBe("const a = '$&$1';\nconst b = 2;\n");
});

test("edit replaces every occurrence when asked", async () => {
  const { workspace, result } = createTestWorkspace({ "a.ts": "x x x" });
  const input = { path: "a.ts", old_string: "x", new_string: "y", replace_all: true };
  expect(await result("edit", input)).toEqual({ path: "a.ts", replacements: 3 });
  expect(readFileSync(join(workspace, "a.ts"), "utf8")).toBe("y y y");
});

test.each([
  [
    { old_string: "z", new_string: "y" },
    "old_string is not in a.ts; read the file and copy the piece exactly, spaces included",
  ],
  [
    { old_string: "x", new_string: "y" },
    "old_string occurs 2 times in a.ts; include more context, or set replace_all",
  ],
  [{ old_string: "", new_string: "y" }, "old_string is empty; use write for a new file"],
  [{ old_string: "x", new_string: "x" }, "old_string and new_string are the same"],
])("edit with %j fails: %s", async (input, message) => {
  const { workspace, error } = createTestWorkspace({ "a.ts": "x x" });
  expect(await error("edit", { path: "a.ts", ...input })).toBe(message);
  expect(readFileSync(join(workspace, "a.ts"), "utf8")).toBe("x x");
});

test("edit does not let a file grow without limit", async () => {
  const { error } = createTestWorkspace({ "a.txt": "x".repeat(100_000) });
  const input = { path: "a.txt", old_string: "x", new_string: "y".repeat(1_000_000), replace_all: true };
  expect(await error("edit", input)).toBe("a.txt would become larger than 10485760 bytes");
});

test("edit leaves binary files, byte order marks and line endings alone", async () => {
  const { workspace, result, error } = createTestWorkspace({ "dos.txt": "\ufeffone\r\ntwo\r\n" });
  writeFileSync(join(workspace, "a.bin"), Buffer.from([0x61, 0x00]));
  expect(await error("edit", { path: "a.bin", old_string: "a", new_string: "b" })).toBe(
    "a.bin is not a text file",
  );
  await result("edit", { path: "dos.txt", old_string: "two", new_string: "2" });
  expect(readFileSync(join(workspace, "dos.txt"), "utf8")).toBe("\ufeffone\r\n2\r\n");
});

test("concurrent edits of one file are all applied", async () => {
  const { workspace, result } = createTestWorkspace({ "a.txt": "1 2 3 4 5" });
  const edit = (digit: string): Promise<unknown> =>
    result("edit", { path: "a.txt", old_string: digit, new_string: `<${digit}>` });
  await Promise.all(["1", "2", "3", "4", "5"].map(edit));
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("<1> <2> <3> <4> <5>");
});

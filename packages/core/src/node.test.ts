import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256Hex } from "./digest/sha256.ts";
import { nodeSha256, nodeSha256Bytes, openCatalog } from "./node.ts";

test("skills in a relative folder are found with absolute paths", () => {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "pdf"));
  writeFileSync(join(folder, "pdf/SKILL.md"), "---\nname: pdf\ndescription: Reads PDFs.\n---\nRead.\n");
  const named = relative(process.cwd(), folder);
  for (const root of [named, { path: named, scope: "personal" } as const]) {
    const [skill] = openCatalog({ roots: [root] }).list().skills;
    expect(skill?.directory).toBe(`${folder}/pdf`);
  }
});

test("it hashes as node:crypto does, before and after it has to load that", () => {
  for (const length of [0, 3, 1000, 8000, 8000, 8000, 1000, 100_000]) {
    const bytes = new Uint8Array(length).fill(length % 256);
    const digest = createHash("sha256").update(bytes).digest();
    expect(nodeSha256(bytes)).toBe(digest.toString("hex"));
    expect(Buffer.from(nodeSha256Bytes(bytes))).toEqual(digest);
    const text = "é🙂\ud800 ".repeat(length);
    expect(nodeSha256(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
    expect(sha256Hex(text)).toBe(nodeSha256(text));
  }
});

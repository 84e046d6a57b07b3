import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const text = "---\nname: café\ndescription: Reads menus.\n---\n";
const messageOf = (bytes: Uint8Array): string | undefined =>
  findingsOf("file.encoding", { "café/SKILL.md": bytes })[0]?.message;

test("S1-48: UTF-8 is fine", () => {
  expect(messageOf(new TextEncoder().encode(text))).toBeUndefined();
});

test("S1-48: Latin-1 and UTF-16 are distinguished from binary files", () => {
  expect(messageOf(Buffer.from(text, "latin1"))).toBe("notUtf8");
  expect(messageOf(Buffer.from(`\uFEFF${text}`, "utf16le"))).toBe("notUtf8");
  expect(messageOf(Buffer.from("# PDF\n", "utf16le"))).toBe("binary");
  expect(messageOf(Buffer.from(`${text}\0`))).toBe("binary");
});

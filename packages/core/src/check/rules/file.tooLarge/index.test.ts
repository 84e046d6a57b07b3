import { expect, test } from "vitest";
import { limits } from "../../../limits.ts";
import { findingsOf } from "../../findings-of.ts";

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";
const padded = (bytes: number): string => text + "x".repeat(bytes - text.length);

test("a file of the largest size is read", () => {
  expect(findingsOf("file.tooLarge", { "pdf/SKILL.md": padded(limits.skillFileBytes) })).toEqual([]);
});

test("one byte more is too large", () => {
  const [finding] = findingsOf("file.tooLarge", { "pdf/SKILL.md": padded(limits.skillFileBytes + 1) });
  expect(finding?.args).toEqual({ size: 2_097_153, max: 2_097_152 });
});

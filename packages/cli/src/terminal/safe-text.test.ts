import { expect, test } from "vitest";
import { fitText, oneLine } from "./safe-text.ts";
import { textWidth } from "./text-width.ts";

test("a text that fits is unchanged", () => {
  expect(fitText("Reads PDF files.", 16)).toBe("Reads PDF files.");
  expect(fitText("Liest Größen.", 13)).toBe("Liest Größen.");
});

test("a longer one is cut and marked, without a space before the mark", () => {
  expect(fitText("Reads PDF files.", 15)).toBe("Reads PDF file…");
  expect(fitText("Reads PDF files.", 7)).toBe("Reads…");
});

test.each([4, 5, 9, 10])("wide characters count as two columns: %i", (columns) => {
  const fitted = fitText("日本語のスキル", columns);
  expect(textWidth(fitted)).toBeLessThanOrEqual(columns);
  expect(fitted.endsWith("…")).toBe(true);
});

test("lines, tabs and runs of spaces become single spaces", () => {
  expect(oneLine("  a\n b\t\tc  d ")).toBe("a b c d");
});

test("characters that could move the cursor or hide text are escaped", () => {
  expect(oneLine("a\u001b[31mb\u202ec\u0007")).toBe("a\\u{1b}[31mb\\u{202e}c\\u{7}");
  expect(fitText(`${"x".repeat(20)}\u001b[2J`, 10)).toBe("xxxxxxxxx…");
});

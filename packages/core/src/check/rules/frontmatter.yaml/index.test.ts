import { expect, test } from "vitest";
import { limits } from "../../../limits.ts";
import { findingsOf } from "../../findings-of.ts";

const messageOf = (yaml: string): string | undefined =>
  findingsOf("frontmatter.yaml", `---\n${yaml}\n---\n`)[0]?.message;

test("S1-28, S1-29: YAML that does not parse is reported where the parser stopped", () => {
  expect(findingsOf("frontmatter.yaml", "---\nname: pdf\nand more\n---\n")[0]).toMatchObject({
    message: "invalid",
    args: { detail: expect.stringContaining("key") },
    range: { start: { line: 3, column: 1 }, end: { line: 3, column: 9 } },
  });
});

test("tabs as indent are not YAML", () => {
  expect(messageOf("name: pdf\nmetadata:\n\tauthor: me")).toBe("invalid");
});

test("absurd nesting and alias bombs are not followed", () => {
  expect(messageOf(`deep: ${"[".repeat(limits.yamlDepth + 1)}`)).toBe("too-deep");
  const bomb = Array.from({ length: 20 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
  expect(messageOf(`a0: &a0 [x, y]\n${bomb.join("\n")}`)).toBe("too-large");
});

test("valid fields are not reported", () => {
  expect(messageOf("name: pdf\ndescription: >\n  Reads PDF files.")).toBeUndefined();
});

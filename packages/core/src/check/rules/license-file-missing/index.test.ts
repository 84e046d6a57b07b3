import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const files = (license: string, ...names: readonly string[]): Record<string, string> => ({
  "pdf/SKILL.md": `---\nname: pdf\ndescription: Reads PDF files.\nlicense: ${license}\n---\n`,
  ...Object.fromEntries(names.map((name) => [`pdf/${name}`, ""])),
});

test.each([
  ["Proprietary. LICENSE.txt has complete terms", "LICENSE.txt"],
  ["LICENSE", "LICENSE"],
  ["Complete terms in LICENSE.txt", "LICENSE.txt"],
  ["SEE LICENSE IN terms.md", "terms.md"],
  ["./legal/terms.txt", "legal/terms.txt"],
])("S1-4: '%s' names %s, which is missing", (license, file) => {
  expect(findingsOf("license-file-missing", files(license))).toMatchObject([
    { args: { file }, range: { start: { line: 4, column: 10 } } },
  ]);
});

test.each(["MIT", "Apache-2.0", "MIT License", "https://example.com/LICENSE.txt", "Proprietary"])(
  "S1-4: '%s' does not name a file",
  (license) => {
    expect(findingsOf("license-file-missing", files(license))).toEqual([]);
  },
);

test("S1-4: an existing file is fine, with or without its extension", () => {
  expect(findingsOf("license-file-missing", files("LICENSE.txt has the terms", "LICENSE.txt"))).toEqual([]);
  expect(findingsOf("license-file-missing", files("See LICENSE", "LICENSE.md"))).toEqual([]);
});

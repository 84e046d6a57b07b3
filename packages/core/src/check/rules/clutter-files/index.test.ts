import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body = "Text"): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;

test.each(["README.md", "CHANGELOG.md", "INSTALLATION_GUIDE.md", "readme.txt", "CONTRIBUTING.md"])(
  "S1-21: %s is clutter",
  (name) => {
    expect(findingsOf("clutter-files", { "pdf/SKILL.md": skill(), [`pdf/${name}`]: "" })).toMatchObject([
      { file: `pdf/${name}`, args: { file: name } },
    ]);
  },
);

test("S1-21: a license, a reference and a README in a subfolder are not", () => {
  const files = {
    "pdf/SKILL.md": skill(),
    "pdf/LICENSE.txt": "",
    "pdf/references/README.md": "",
    "pdf/forms.md": "",
  };
  expect(findingsOf("clutter-files", files)).toEqual([]);
});

test("a file that SKILL.md names is part of the skill", () => {
  expect(
    findingsOf("clutter-files", { "pdf/SKILL.md": skill("Read README.md."), "pdf/README.md": "" }),
  ).toEqual([]);
});

test("at the root of a repository they are for visitors", () => {
  expect(
    findingsOf("clutter-files", { "pdf/SKILL.md": skill(), "pdf/README.md": "", "pdf/.git/HEAD": "" }),
  ).toEqual([]);
});

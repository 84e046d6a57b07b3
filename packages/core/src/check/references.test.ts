import { expect, test } from "vitest";
import { localReferences, referencedPaths } from "./references.ts";

const span = { start: 0, end: 1 };
const pathOf = (href: string, folder = ""): string | undefined =>
  localReferences([{ href, span, image: false }], { directoryName: "pdf", folder })[0]?.path;

test.each([
  ["references/forms.md", "references/forms.md"],
  ["./a/../forms.md#fields", "forms.md"],
  ["my%20file.md", "my file.md"],
  ["100%.md", "100%.md"],
  ["../pdf/forms.md", "forms.md"],
  ["../../x.md", "../../x.md"],
  ["../xlsx/SKILL.md", "../xlsx/SKILL.md"],
  ["scripts/", "scripts"],
  ["http-errors.md", "http-errors.md"],
])("%s is the file %s", (href, path) => {
  expect(pathOf(href)).toBe(path);
});

test.each([
  "https://a.b/c.md",
  "mailto:a@b.c",
  "#top",
  "?q=1",
  "/docs/x.md",
  "{baseDir}/x.md",
  "<x>/y.md",
  "$X/y.md",
  "url",
  "",
])("'%s' is not a file of the skill", (href) => {
  expect(pathOf(href)).toBeUndefined();
});

test("a link in another file starts from that file's folder", () => {
  expect(pathOf("../scripts/x.py", "references")).toBe("scripts/x.py");
  expect(
    localReferences([{ href: "../../x.md", span, image: false }], {
      directoryName: "pdf",
      folder: "references",
    }),
  ).toEqual([{ path: "../x.md", escapes: true, span }]);
});

test("a document's referenced paths start at the root of its skill", () => {
  const text = "[a](b.md) ![c](../d/e.png) [f](https://g.h/i.md) [j](../../k.md) `scripts/l.py`\n";
  expect(referencedPaths(text, "docs")).toEqual(["docs/b.md", "d/e.png", "scripts/l.py"]);
});

import { SkillError } from "@skillwright/core";
import { createMemoryFileSystem, digestSkill } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { showTree, treeFile } from "../archives/test-archives.ts";
import { packagingLimits } from "../limits.ts";
import { createTree, digestTree, subtree, type TreeEntry } from "./file-tree.ts";

function faultOf(...entries: readonly TreeEntry[]): unknown {
  try {
    return showTree(createTree(entries, "x"));
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    expect(error).toMatchObject({ code: "package-invalid", details: { source: "x" } });
    return error.details.reason;
  }
}

function pathsFault(...paths: readonly string[]): unknown {
  return faultOf(...paths.map((path) => treeFile(path)));
}

test("entries are sorted, whatever their order", () => {
  const tree = createTree(
    [treeFile("b"), treeFile("a/z"), treeFile("a-b"), treeFile("_proto_"), treeFile("1")],
    "x",
  );
  expect(tree.entries.map(({ path }) => path)).toEqual(["1", "_proto_", "a-b", "a/z", "b"]);
});

describe("paths", () => {
  test.each([
    ["", "is empty or too long"],
    ["/a", "is not a relative path that every system can write"],
    ["a\\b", "is not a relative path that every system can write"],
    ["C:a", "is not a relative path that every system can write"],
    ["a:stream", "is not a relative path that every system can write"],
    ["..", "leads out of its folder"],
    ["a/../b", "leads out of its folder"],
    ["./a", "is not a plain path"],
    ["a//b", "is not a plain path"],
    ["a/", "is not a plain path"],
    ["a.", "ends with a dot or a space, which Windows removes"],
    ["a /b", "ends with a dot or a space, which Windows removes"],
    ["...", "ends with a dot or a space, which Windows removes"],
    ["NUL", "is a name that Windows reserves"],
    ["a/con.tar.gz", "is a name that Windows reserves"],
    ["aux .txt", "is a name that Windows reserves"],
    ["COM¹", "is a name that Windows reserves"],
    ["CONOUT$", "is a name that Windows reserves"],
    ["git~1", "is a short name under which Windows finds other files"],
    ["README~1.TXT", "is a short name under which Windows finds other files"],
    [".git", "is in a folder that belongs to git"],
    ["sub/.GIT/config", "is in a folder that belongs to git"],
    [".gi\u200ct/hooks/x", "is in a folder that belongs to git"],
    ["a\0b", "contains characters that are not text"],
    ["a\nb", "contains characters that are not text"],
    ["a\u009bb", "contains characters that are not text"],
    ["a\ufffd", "contains characters that are not text"],
    ["a\ud800", "contains characters that are not text"],
    [`${"é".repeat(128)}`, "has a part that is too long"],
    [`${"a/".repeat(64)}a`, "is more than 64 folders deep"],
  ])("%j is refused", (path, reason) => {
    expect(pathsFault("SKILL.md", path)).toBe(`${JSON.stringify(path.slice(0, 120))} ${reason}`);
  });

  test.each([
    ".gitignore",
    ".github/x",
    "console.md",
    "com10",
    "a~b.md",
    "file.~1~",
    "aux-file",
    "日本語/ファイル.md",
    "a b.md",
    "x".repeat(255),
    `${"a/".repeat(63)}a`,
  ])("%j is accepted", (path) => {
    expect(pathsFault(path)).toEqual({ [path]: "" });
  });
});

describe("places that are one on some system", () => {
  test.each([
    ["a", "A"],
    ["é", "e\u0301"],
    ["ﬁle", "file"],
    ["straße", "STRASSE"],
    ["ẞ", "ß"],
    ["ΑΣ", "ας"],
    ["K", "\u212a"],
    ["a\u200bb", "ab"],
    ["a\ufe0f", "a"],
  ])("%j and %j", (one, other) => {
    expect(pathsFault(one, other)).toBe(
      `${JSON.stringify(other)} and ${JSON.stringify(one)} are the same file on some systems`,
    );
    expect(pathsFault(`${one}/x`, `${other}/y`)).toBe(
      `${JSON.stringify(other)} and ${JSON.stringify(one)} are the same folder on some systems`,
    );
    expect(pathsFault(one, `${other}/y`)).toBe(`${JSON.stringify(other)} is a file and a folder`);
  });

  test("what passes has no two places that fold to one", () => {
    const name = fc.constantFrom("a", "A", "é", "e\u0301", "ß", "SS", "ss", "b", "ﬀ", "ff");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const onDisk = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss");
    fc.assert(
      fc.property(fc.array(path, { maxLength: 5 }), (paths) => {
        const places = new Set<string>();
        for (const one of paths)
          for (let end = one.indexOf("/"); end !== -1; end = one.indexOf("/", end + 1))
            places.add(one.slice(0, end));
        const all = [...places, ...paths];
        const isUnique = new Set(all.map(onDisk)).size === all.length;
        expect(typeof pathsFault(...paths) === "object").toBe(isUnique);
      }),
      { numRuns: 500 },
    );
  });
});

describe("links", () => {
  const file = treeFile("a/b", "x");

  test("a link leads to a file, a folder or the tree", () => {
    const links = ["a/b", "a", "."].map((linksTo, index) => ({ path: `l${index}`, linksTo }));
    expect(faultOf(file, ...links)).toEqual({ "a/b": "x", l0: "-> a/b", l1: "-> a", l2: "-> ." });
  });

  test.each(["..", "../x", "/etc/passwd", "missing", "a/", "l", "other", "", "a/b/c"])(
    "never to %j",
    (linksTo) => {
      expect(faultOf(file, { path: "l", linksTo }, { path: "other", linksTo: "a" })).toBe(
        `the link "l" leads to ${JSON.stringify(linksTo)}, which is not a file or folder of it`,
      );
    },
  );

  test("nothing is inside a link", () => {
    expect(faultOf(file, { path: "l", linksTo: "a" }, treeFile("l/evil"))).toBe('"l" is a file and a folder');
  });
});

describe("bounds", () => {
  test("files and bytes", () => {
    const many = Array.from({ length: packagingLimits.treeFiles + 1 }, (_, index) => treeFile(`f${index}`));
    expect(faultOf(...many)).toBe("it has more than 50000 files");
    const bytes = Buffer.alloc(packagingLimits.fileBytes);
    const large = (count: number): readonly TreeEntry[] =>
      Array.from({ length: count }, (_, index) => ({ path: `f${index}`, bytes, executable: false }));
    expect(createTree(large(4), "x").entries).toHaveLength(4);
    expect(faultOf(...large(5))).toBe("it has more than 268435456 bytes");
    expect(faultOf({ path: "f", bytes: Buffer.alloc(bytes.length + 1), executable: false })).toBe(
      '"f" has more than 67108864 bytes',
    );
  });

  test("deep paths in one folder, or in many", () => {
    const begin = process.cpuUsage();
    const deep = "d/".repeat(60);
    expect(
      Object.keys(pathsFault(...Array.from({ length: 40_000 }, (_, index) => `${deep}${index}`)) as object),
    ).toHaveLength(40_000);
    expect(pathsFault(...Array.from({ length: 40_000 }, (_, index) => `${index}/${deep}f`))).toBe(
      "it has more than 50000 folders",
    );
    expect(process.cpuUsage(begin).user).toBeLessThan(10_000_000);
  });
});

describe("subtree", () => {
  const tree = createTree(
    [
      treeFile("skills/pdf/SKILL.md", "x"),
      treeFile("skills/pdf/a/b", "y", true),
      treeFile("skills/pdfs/SKILL.md"),
      { path: "skills/pdf/l", linksTo: "skills/pdf/a" },
      { path: "skills/pdf/self", linksTo: "skills/pdf" },
    ],
    "x",
  );

  test("has the files below a folder and its own links", () => {
    expect(showTree(subtree(tree, "skills/pdf", "x"))).toEqual({
      "SKILL.md": "x",
      "a/b": "y*",
      l: "-> a",
      self: "-> .",
    });
    expect(subtree(tree, "", "x")).toBe(tree);
    expect(subtree(tree, "skills/pd", "x").entries).toEqual([]);
  });

  test("refuses a link that leads out of the folder", () => {
    for (const linksTo of ["skills/pdfs", ".", "skills"]) {
      const leaking = createTree([...tree.entries, { path: "skills/pdf/out", linksTo }], "x");
      expect(() => subtree(leaking, "skills/pdf", "x")).toThrow(SkillError);
    }
  });
});

test("the digest is that of the same files on disk", () => {
  const tree = createTree([treeFile("SKILL.md", "x"), treeFile("scripts/run.sh", "y", true)], "x");
  const fs = createMemoryFileSystem({ "/s/SKILL.md": "x", "/s/scripts/run.sh": "y" });
  expect(digestTree(tree)).toBe(digestSkill(fs, "/s", nodeSha256));
});

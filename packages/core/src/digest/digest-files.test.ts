import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, codeOf } from "../fs/contract.ts";
import { type DigestEntry, digestFiles, isCovered } from "./digest-files.ts";
import { sha256Hex } from "./sha256.ts";

function file(path: string, content: string | Uint8Array = ""): DigestEntry {
  return { path, hash: sha256Hex(typeof content === "string" ? bytesOf(content) : content) };
}

function digest(...entries: readonly DigestEntry[]): string {
  return digestFiles(entries, sha256Hex);
}

const skill = [
  file("SKILL.md", "---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n"),
  file("scripts/extract.py", "print('hello')\n"),
  file("references/forms.md", "# Forms\n"),
  { path: "LICENSE", linksTo: "references/forms.md" },
];

test("the digest of a fixed skill never changes: locks, approvals and audit logs depend on it", () => {
  expect(digest(...skill)).toBe("sha256:6f66d3f26205b4a2a9d38826020c6a35f54b171cda127784bc628dec8bbb38c8");
});

test("it is the hash of the text in the definition", () => {
  const hash = sha256Hex(bytesOf("x"));
  const text = `skillwright-digest-1\0a/b\0file\0${hash}\0c\0link\0a/b\0`;
  expect(digest(file("a/b", "x"), { path: "c", linksTo: "a/b" })).toBe(`sha256:${sha256Hex(bytesOf(text))}`);
});

test("the order in which entries come does not matter", () => {
  expect(digest(...skill.toReversed())).toBe(digest(...skill));
});

test("paths are ordered by their UTF-8 bytes, not by UTF-16 units", () => {
  let text = "";
  const spy = (bytes: Uint8Array): string => {
    text = new TextDecoder().decode(bytes);
    return "";
  };
  digestFiles(
    ["z", "\u{1f600}", "a/b", "a-b", "\uff01", "a", "é", "aa"].map((path) => file(path)),
    spy,
  );
  const paths = text
    .split("\0")
    .slice(1, -1)
    .filter((_, index) => index % 3 === 0);
  expect(paths).toEqual(["a", "a-b", "a/b", "aa", "z", "é", "\uff01", "\u{1f600}"]);
  expect(paths).toEqual(paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
});

const entries = fc.uniqueArray(
  fc.record({
    path: fc
      .array(fc.stringMatching(/^[a-c é\n]{1,3}$/), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("/")),
    bytes: fc.uint8Array({ maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 5, selector: ({ path }) => path },
);

test("two sets of files have the same digest only when every path and byte is the same", () => {
  const key = (files: readonly { path: string; bytes: Uint8Array }[]): string =>
    JSON.stringify(files.map(({ path, bytes }) => [path, [...bytes]]).sort());
  fc.assert(
    fc.property(entries, entries, (left, right) => {
      const same = key(left) === key(right);
      const digests = [left, right].map((files) =>
        digest(...files.map(({ path, bytes }) => file(path, bytes))),
      );
      expect(digests[0] === digests[1]).toBe(same);
    }),
    { numRuns: 500 },
  );
});

test("changing any byte or path, and adding or removing a file, changes the digest", () => {
  fc.assert(
    fc.property(entries, fc.nat(), fc.nat(), (files, which, where) => {
      const all = files.map(({ path, bytes }) => file(path, bytes));
      const at = which % files.length;
      const chosen = files[at];
      if (!chosen) throw new Error("there is at least one file");
      const flipped = chosen.bytes.slice();
      if (flipped.length > 0) flipped[where % flipped.length] = (flipped[where % flipped.length] ?? 0) ^ 1;
      const changes = [
        all.with(at, file(`${chosen.path}x`, chosen.bytes)),
        all.with(at, file(chosen.path, new Uint8Array([...chosen.bytes, 0]))),
        all.toSpliced(at, 1),
        [...all, file("extra")],
        ...(flipped.length > 0 ? [all.with(at, file(chosen.path, flipped))] : []),
      ];
      for (const changed of changes) expect(digest(...changed)).not.toBe(digest(...all));
    }),
  );
});

test("moving bytes between a name and its content, or between two files, changes the digest", () => {
  expect(digest(file("a", "bc"))).not.toBe(digest(file("ab", "c")));
  expect(digest(file("a", "b"), file("c", "d"))).not.toBe(digest(file("a", "d"), file("c", "b")));
  expect(digest(file("a/b"))).not.toBe(digest(file("a"), file("b")));
});

test("a link is not the file it leads to, and its target matters", () => {
  const [a, b] = [file("a", "x"), file("b", "x")];
  const linked = digest(a, b, { path: "c", linksTo: "a" });
  expect(linked).not.toBe(digest(a, b, file("c", "x")));
  expect(linked).not.toBe(digest(a, b, { path: "c", linksTo: "b" }));
  expect(linked).not.toBe(digest(a, b));
});

test("a link can lead to a folder or to the skill itself", () => {
  const digests = ["a", "a/b", "."].map((linksTo) => digest(file("a/b/c", "x"), { path: "link", linksTo }));
  expect(new Set(digests).size).toBe(3);
});

test("paths that differ only by case or normalisation are both covered", () => {
  const [composed, decomposed] = ["é.md".normalize("NFC"), "é.md".normalize("NFD")];
  const both = digest(file(composed, "1"), file(decomposed, "2"));
  expect(both).not.toBe(digest(file(composed, "2"), file(decomposed, "1")));
  expect(both).not.toBe(digest(file(composed, "1")));
  expect(digest(file("A", "1"), file("a", "2"))).not.toBe(digest(file("A", "2"), file("a", "1")));
});

test("only .git at the top is left out", () => {
  expect(digest(...skill, file(".git", "gitdir: x"), file(".git/config", "x"))).toBe(digest(...skill));
  for (const path of [".gitignore", ".GIT/x", "a/.git/x", "node_modules/x", ".env", ".DS_Store"]) {
    expect(isCovered(path)).toBe(true);
    expect(digest(...skill, file(path, "x"))).not.toBe(digest(...skill));
  }
});

test.each(["", ".", "..", "/a", "a/", "a//b", "./a", "a/./b", "../a", "a/../b", "a\0b", "a\ud800"])(
  "%j is no path of a skill",
  (path) => {
    expect(codeOf(() => digest(file(path)))).toBe("skill-invalid");
  },
);

test("a duplicate path is refused: one copy would be read, the other trusted", () => {
  expect(codeOf(() => digest(file("a", "1"), file("b"), file("a", "2")))).toBe("skill-invalid");
  expect(codeOf(() => digest(file("a", "1"), { path: "a", linksTo: "." }))).toBe("skill-invalid");
});

test.each(["nowhere", "..", "../a", "/etc/passwd", "", ".git", ".git/config", "link", "a/"])(
  "a link to %j leads outside of what the digest covers",
  (linksTo) => {
    const files = [file("a/b", "x"), file(".git/config", "x")];
    expect(codeOf(() => digest(...files, { path: "link", linksTo }))).toBe("skill-invalid");
  },
);

test("the error names the path, relative to the folder if that is known", () => {
  const bad: readonly DigestEntry[] = [{ path: "link", linksTo: ".." }];
  const reason = "it is a link whose target is not a file or folder of the skill";
  const detailsOf = (directory?: string): unknown => {
    try {
      return digestFiles(bad, sha256Hex, directory);
    } catch (error) {
      return error;
    }
  };
  expect(detailsOf()).toMatchObject({ details: { path: "link", reason } });
  expect(detailsOf("/skills/pdf")).toMatchObject({ details: { path: "/skills/pdf/link", reason } });
});

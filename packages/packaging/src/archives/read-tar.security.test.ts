import { gzipSync } from "node:zlib";
import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { type ArchiveOptions, readArchive } from "./read-archive.ts";
import { buildTar, pax, showTree, type TarPart } from "./test-archives.ts";

const options = { source: "a.tgz" };

async function refusalOf(bytes: Uint8Array, more: Partial<ArchiveOptions> = {}): Promise<unknown> {
  try {
    return showTree(await readArchive(bytes, { ...options, ...more }));
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "package-invalid") throw error;
    expect(error.details.source).toBe("a.tgz");
    return error.details.reason;
  }
}

/** Both the plain and the compressed archive. */
async function refuses(parts: readonly TarPart[], reason: string): Promise<void> {
  const tar = buildTar(parts);
  expect(await refusalOf(tar)).toBe(reason);
  expect(await refusalOf(gzipSync(tar))).toBe(reason);
}

describe("paths", () => {
  test.each([
    ["../evil", '"../evil" leads out of its folder'],
    ["a/../../evil", '"a/../../evil" leads out of its folder'],
    ["/etc/passwd", '"/etc/passwd" is not a relative path that every system can write'],
    ["C:/evil", '"C:/evil" is not a relative path that every system can write'],
    ["a\\..\\evil", '"a\\\\..\\\\evil" is not a relative path that every system can write'],
    ["a//b", '"a//b" is not a plain path'],
    [".git/config", '".git/config" is in a folder that belongs to git'],
    ["GIT~1/config", '"GIT~1/config" is a short name under which Windows finds other files'],
    ["aux.md", '"aux.md" is a name that Windows reserves'],
    ["a.\u0007", '"a.\\u0007" contains characters that are not text'],
  ])("%j is refused", async (path, reason) => {
    await refuses([{ path: "SKILL.md" }, { path, content: "x" }], reason);
    await refuses([pax({ path }), { path: "harmless" }], reason);
    await refuses([{ path: "././@LongLink", type: "L", content: `${path}\0` }, { path: "harmless" }], reason);
  });

  test("bytes that are not UTF-8 are refused", async () => {
    const tar = buildTar([{ path: "aéb" }]);
    tar[tar.indexOf("é")] = 0xff;
    let sum = 0;
    for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 32 : (tar[at] ?? 0);
    tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    expect(await refusalOf(tar)).toContain("contains characters that are not text");
  });

  test("names that one system takes for the same are refused", async () => {
    await refuses([{ path: "a" }, { path: "a" }], 'it contains "a" twice');
    await refuses(
      [{ path: "a.md" }, { path: "A.MD" }],
      '"A.MD" and "a.md" are the same file on some systems',
    );
    await refuses(
      [{ path: "é" }, { path: "e\u0301" }],
      '"e\u0301" and "é" are the same file on some systems',
    );
    await refuses([{ path: "a/x" }, { path: "A/y" }], '"A" and "a" are the same folder on some systems');
    await refuses([{ path: "a" }, { path: "a/b" }], '"a" is a file and a folder');
    await refuses([{ path: "a" }, { path: "./a" }], 'it contains "a" twice');
  });

  test("huge names are refused, long ones are read", async () => {
    const long = `${"folder/".repeat(20)}${"x".repeat(200)}.md`;
    const parts = [pax({ path: long }), { path: "short", content: "text" }];
    expect(await refusalOf(buildTar(parts))).toEqual({ [long]: "text" });
    const gnu = [
      { path: "././@LongLink", type: "L", content: `${long}\0` },
      { path: "short", content: "text" },
    ];
    expect(await refusalOf(buildTar(gnu))).toEqual({ [long]: "text" });
    await refuses(
      [pax({ path: "x".repeat(256) }), { path: "a" }],
      `${JSON.stringify("x".repeat(120))} has a part that is too long`,
    );
    await refuses(
      [pax({ path: `${"x/".repeat(600)}x` }), { path: "a" }],
      `${JSON.stringify("x/".repeat(60))} is empty or too long`,
    );
    await refuses(
      [pax({ path: `${"x/".repeat(70)}x` }), { path: "a" }],
      `${JSON.stringify("x/".repeat(60))} is more than 64 folders deep`,
    );
    await refuses(
      [pax({ path: "x".repeat(70_000) }), { path: "a" }],
      '"PaxHeader" is of a kind that skills do not have',
    );
  });
});

describe("links", () => {
  test("a hard link becomes a file, a symbolic one a link to its final target", async () => {
    const parts: TarPart[] = [
      { path: "a/run.sh", content: "run", mode: 0o755 },
      { path: "copy.sh", type: "1", target: "a/run.sh" },
      { path: "copy-of-copy.sh", type: "1", target: "./copy.sh" },
      { path: "b/direct", type: "2", target: "../a/run.sh" },
      { path: "b/chain", type: "2", target: "direct" },
      { path: "b/folder", type: "2", target: "../a" },
      { path: "b/through", type: "2", target: "folder/run.sh" },
      { path: "all", type: "2", target: "." },
    ];
    expect(showTree(await readArchive(buildTar(parts), options))).toEqual({
      "a/run.sh": "run*",
      "copy.sh": "run*",
      "copy-of-copy.sh": "run*",
      "b/direct": "-> a/run.sh",
      "b/chain": "-> a/run.sh",
      "b/folder": "-> a",
      "b/through": "-> a/run.sh",
      all: "-> .",
    });
  });

  test.each(["/etc/passwd", "../outside", "a/../../outside", "link", "other", `${"./".repeat(70)}a`])(
    "a symbolic link to %j is refused",
    (target) =>
      refuses(
        [
          { path: "a" },
          pax({ linkpath: target }),
          { path: "link", type: "2", target: "x" },
          { path: "other", type: "2", target: "link" },
        ],
        `the link "link" leads to ${JSON.stringify(target.slice(0, 120))}, outside of it or in a circle`,
      ),
  );

  test("dangling links and hard links to anything but an earlier file are refused", async () => {
    await refuses(
      [{ path: "l", type: "2", target: "missing" }],
      'the link "l" leads to "missing", which is not a file or folder of it',
    );
    for (const target of ["/etc/passwd", "../x", "later", "folder", "soft"])
      await refuses(
        [
          { path: "folder/", type: "5" },
          { path: "soft", type: "2", target: "folder" },
          { path: "l", type: "1", target },
          { path: "later" },
        ],
        `the link "l" leads to ${JSON.stringify(target)}, which is not an earlier file`,
      );
  });

  test("nothing can be written through a link", async () => {
    await refuses(
      [{ path: "real/x" }, { path: "l", type: "2", target: "real" }, { path: "l/evil" }],
      '"l" is a file and a folder',
    );
    await refuses(
      [{ path: "real/x" }, { path: "l", type: "2", target: "real" }, { path: "l", content: "evil" }],
      'it contains "l" twice',
    );
  });

  test("many links cost little, too many are refused", async () => {
    const chain = (count: number): readonly TarPart[] => [
      { path: "a" },
      ...Array.from({ length: count }, (_, index) => ({
        path: `l${index}`,
        type: "2",
        target: `${"./".repeat(30)}l${index + 1}`,
      })),
    ];
    const begin = process.cpuUsage();
    await refuses(
      chain(4000),
      'the link "l0" leads to "././././././././././././././././././././././././././././././l1", outside of it or in a circle',
    );
    expect(process.cpuUsage(begin).user).toBeLessThan(5_000_000);
    await refuses(chain(6000), "it has more than 5000 links");
  });
});

test.each(["3", "4", "6"])("a device or pipe (type %s) is refused", async (type) => {
  await refuses([{ path: "SKILL.md" }, { path: "dev", type }], '"dev" is a device or pipe');
});

test.each(["S", "V", "M", "Z"])("an unknown kind of entry (type %s) is refused", async (type) => {
  await refuses([{ path: "SKILL.md" }, { path: "odd", type }], '"odd" is of a kind that skills do not have');
});

test("a folder that no file may be in is refused", async () => {
  await refuses([{ path: "../up/", type: "5" }], '"../up" leads out of its folder');
  await refuses([{ path: ".git/", type: "5" }], '".git" is in a folder that belongs to git');
  expect(await refusalOf(buildTar([{ path: "./", type: "5" }, { path: "./a" }]))).toEqual({ a: "" });
});

test("a folder or link with content is refused", async () => {
  await refuses([{ path: "f", type: "2", target: "x", content: "y" }], '"f" has content, but is not a file');
});

describe("sizes", () => {
  test("a bomb stops while it inflates", async () => {
    const zeros = gzipSync(buildTar([{ path: "zeros", content: Buffer.alloc(60_000_000) }]));
    expect(zeros.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(await refusalOf(zeros)).toBe(`it unpacks to more than ${zeros.length * 200} bytes`);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  });

  test("a bomb inside a bomb is not opened", async () => {
    const inner = gzipSync(Buffer.alloc(1_000_000));
    expect(await refusalOf(gzipSync(inner))).toBe("it is compressed, but contains no tar archive");
    expect(await refusalOf(gzipSync(Buffer.concat([inner, Buffer.alloc(2000)])))).toBe(
      "it is compressed, but contains no tar archive",
    );
  });

  test("one file over the limit is refused by its header, whatever follows", async () => {
    const size = (packagingLimits.fileBytes + 1).toString(8).padStart(11, "0");
    await refuses([{ path: "big", size }], `"big" has more than ${packagingLimits.fileBytes} bytes`);
    await refuses(
      [pax({ size: "99999999999999999999" }), { path: "big" }],
      `"big" has more than ${packagingLimits.fileBytes} bytes`,
    );
  });

  test("sizes that are no sizes are refused", async () => {
    for (const size of [Buffer.alloc(12, 0xff), "-0000000001", "99999999999"])
      await refuses([{ path: "odd", size }, { path: "b" }], '"odd" has no valid size');
    const huge = Buffer.from([0x80, ...Array(11).fill(0x7f)]);
    for (const type of ["0", "2", "5", "x", "L", "S"])
      expect(await refusalOf(buildTar([{ path: "b" }, { path: "odd", size: huge, type }]))).toMatch(
        /^it is damaged/,
      );
  });

  test("hard links count with what they point at", async () => {
    const content = Buffer.alloc(packagingLimits.fileBytes - 1);
    const copies = Array.from({ length: 5 }, (_, index) => ({ path: `c${index}`, type: "1", target: "a" }));
    expect(await refusalOf(buildTar([{ path: "a", content }, ...copies]))).toBe(
      `it has more than ${packagingLimits.treeBytes} bytes`,
    );
  });

  test("100,000 files are refused in bounded time", async () => {
    const header = (index: number): TarPart => ({ path: `d${index % 100}/f${index}` });
    const tar = buildTar(Array.from({ length: 100_001 }, (_, index) => header(index)));
    const begin = process.cpuUsage();
    expect(await refusalOf(gzipSync(tar, { level: 1 }))).toBe("it has more than 100000 entries");
    const fewer = tar.subarray(0, 60_000 * 512);
    expect(await refusalOf(Buffer.concat([fewer, Buffer.alloc(1024)]))).toBe("it has more than 50000 files");
    expect(process.cpuUsage(begin).user).toBeLessThan(20_000_000);
  });
});

describe("damage", () => {
  const whole = buildTar([
    { path: "a", content: "x".repeat(1000) },
    { path: "b", content: "y" },
  ]);

  test("a truncated archive is refused at every length", async () => {
    for (let length = 0; length < whole.length - 512; length += 128)
      expect(await refusalOf(whole.subarray(0, length)), `${length}`).toBeTypeOf("string");
    const zipped = gzipSync(whole);
    for (let length = 0; length < zipped.length; length++)
      expect(await refusalOf(zipped.subarray(0, length)), `${length}`).toBeTypeOf("string");
  });

  test("a wrong checksum is refused", async () => {
    expect(await refusalOf(buildTar([{ path: "a" }, { path: "b", checksum: 1 }]))).toBe(
      "it is damaged (checksum failure)",
    );
    const zipped = gzipSync(whole);
    zipped[zipped.length - 8] = (zipped[zipped.length - 8] ?? 0) ^ 1;
    expect(await refusalOf(zipped)).toBe("it is damaged");
  });

  test("other formats are refused", async () => {
    for (const text of [
      "",
      "x",
      "Rar!\x1a\x07",
      "7z\xbc\xaf\x27\x1c",
      "\x28\xb5\x2f\xfd",
      "BZh9",
      "#!/bin/sh\n".repeat(100),
    ])
      expect(await refusalOf(Buffer.from(text, "latin1"))).toBe("it is not a tar.gz, tar or zip archive");
  });
});

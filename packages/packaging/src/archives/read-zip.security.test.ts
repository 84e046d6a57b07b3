import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { readArchive } from "./read-archive.ts";
import { buildZip, showTree, type ZipPart } from "./test-archives.ts";

async function refusalOf(bytes: Uint8Array): Promise<unknown> {
  try {
    return showTree(await readArchive(bytes, { source: "a.skill" }));
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "package-invalid") throw error;
    return error.details.reason;
  }
}

async function refuses(parts: readonly ZipPart[], reason: unknown): Promise<void> {
  expect(await refusalOf(buildZip(parts))).toEqual(reason);
}

test("files, programs, folders and links are read, whatever made the archive", async () => {
  const parts: ZipPart[] = [
    { path: "a/", mode: 0o040755 },
    { path: "a/run.sh", content: "run".repeat(50), method: 8, mode: 0o100755 },
    { path: "plain.md", content: "text", mode: 0 },
    { path: "link", content: "a/run.sh", mode: 0o120777 },
    { path: "empty", method: 8 },
    { path: "été.md", content: "x", flags: 0 },
    { path: "__MACOSX/._a", content: "x" },
  ];
  await refuses(parts, {
    "a/run.sh": `${"run".repeat(50)}*`,
    "plain.md": "text",
    link: "-> a/run.sh",
    empty: "",
    "été.md": "x",
  });
  await refuses([], {});
});

describe("paths", () => {
  test.each([
    ["../evil", "it is damaged (invalid relative path: ../evil)"],
    ["/etc/passwd", "it is damaged (absolute path: /etc/passwd)"],
    ["C:/evil", "it is damaged (absolute path: C:/evil)"],
    ["..\\evil", "it is damaged (invalid relative path: ../evil)"],
    [".git/hooks/post-checkout", '".git/hooks/post-checkout" is in a folder that belongs to git'],
    [".g\u200dit/config", '".g\u200dit/config" is in a folder that belongs to git'],
    ["nul", '"nul" is a name that Windows reserves'],
    [`${"x".repeat(300)}`, `${JSON.stringify("x".repeat(120))} has a part that is too long`],
    ["x".repeat(60_000), `${JSON.stringify("x".repeat(120))} is empty or too long`],
  ])("%.40j is refused", (path, reason) => refuses([{ path, content: "x" }], reason));

  test("names that some system takes for the same are refused", async () => {
    await refuses([{ path: "a" }, { path: "a" }], 'it contains "a" twice');
    await refuses(
      [{ path: "straße" }, { path: "STRASSE" }],
      '"STRASSE" and "straße" are the same file on some systems',
    );
    await refuses([{ path: "a/b" }, { path: "a", content: "x" }], '"a" is a file and a folder');
  });

  test("bytes in no known encoding do not become another file's name", async () => {
    const parts = [{ path: "", rawPath: Buffer.from([0x61, 0xff]), content: "x" }];
    await refuses(parts, expect.stringContaining("contains characters that are not text"));
    // Without the mark for UTF-8 it is the old encoding of DOS, where 0xff is a space that does not break.
    await refuses([{ ...parts[0], path: "", flags: 0 }], { "a\u00a0": "x" });
  });
});

test("links that lead out and devices are refused", async () => {
  for (const content of ["/etc/passwd", "../x", "link"])
    await refuses(
      [{ path: "link", content, mode: 0o120777 }],
      `the link "link" leads to ${JSON.stringify(content)}, outside of it or in a circle`,
    );
  await refuses(
    [{ path: "link", content: "x".repeat(2000), mode: 0o120777 }],
    'the link "link" has no usable target',
  );
  for (const mode of [0o020644, 0o060644, 0o010644, 0o140644])
    await refuses([{ path: "dev", mode }], '"dev" is a device or pipe');
});

test("a folder that no file may be in is refused", () =>
  refuses([{ path: ".git/", mode: 0o040755 }], '".git" is in a folder that belongs to git'));

describe("sizes", () => {
  test("a bomb is refused by what it claims, and by what it holds", async () => {
    const zeros = Buffer.alloc(50_000_000);
    await refuses(
      [{ path: "zeros", content: zeros, method: 8 }],
      expect.stringMatching(/^it unpacks to more than \d+ bytes$/),
    );
    const lie = { size: 100, local: { size: 100 } };
    const bomb = buildZip([{ path: "zeros", content: zeros, method: 8, ...lie }]);
    const before = process.memoryUsage().arrayBuffers;
    expect(await refusalOf(bomb)).toBe('"zeros" unpacks to more than the 100 bytes it claims');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    await refuses(
      [{ path: "a", content: "abc".repeat(99), method: 8, size: 400, local: { size: 400 } }],
      '"a" is damaged, or not of the size that is claimed',
    );
  });

  test("zip64 sizes are believed only as far as the content agrees", async () => {
    const extra = (size: bigint): Buffer => {
      const field = Buffer.alloc(12);
      field.writeUInt16LE(1, 0);
      field.writeUInt16LE(8, 2);
      field.writeBigUInt64LE(size, 4);
      return field;
    };
    const part = (size: bigint): ZipPart => ({
      path: "a",
      content: "x".repeat(100),
      method: 8,
      size: 0xffffffff,
      extra: extra(size),
    });
    await refuses([part(100n)], { a: "x".repeat(100) });
    await refuses([part(101n)], '"a" is damaged, or not of the size that is claimed');
    await refuses([part(1n << 40n)], expect.stringMatching(/^it unpacks to more than/));
    await refuses([part((1n << 64n) - 1n)], expect.any(String));
    await refuses(
      [{ ...part(1n), extra: Buffer.from([1, 0, 4, 0, 1, 1, 1, 1]) }],
      expect.stringMatching(/^it is damaged/),
    );
  });

  test("a file over the limit is refused before it is read", async () => {
    const size = packagingLimits.fileBytes + 1;
    const padding = {
      path: "padding",
      content: Buffer.from(Array.from({ length: 400_000 }, (_, at) => (at * at) % 251)),
    };
    await refuses(
      [padding, { path: "a", content: "x", method: 8, size, local: { size } }],
      `"a" has more than ${packagingLimits.fileBytes} bytes`,
    );
  });

  test("files that share their content are refused", async () => {
    const content = "x".repeat(1000);
    await refuses(
      [
        { path: "a", content, method: 8 },
        { path: "a", content, method: 8, offset: 0 },
      ],
      '"a" shares its content with another file',
    );
  });

  test("100,000 files are refused in bounded time", async () => {
    const parts = Array.from({ length: 60_000 }, (_, index) => ({ path: `f${index}` }));
    const begin = process.cpuUsage();
    expect(await refusalOf(buildZip(parts))).toBe("it has more than 50000 files");
    expect(process.cpuUsage(begin).user).toBeLessThan(20_000_000);
  });
});

describe("two descriptions of one file", () => {
  const part = { path: "SKILL.md", content: "text", method: 8 };

  test.each<[string, NonNullable<ZipPart["local"]>]>([
    ["name", { path: "EVIL.md" }],
    ["size", { size: 3 }],
    ["checksum", { crc: 1 }],
    ["compression", { method: 0 }],
    ["encoding of the name", { flags: 0 }],
  ])("another %s before the content is refused", (_what, local) =>
    refuses([{ ...part, local }], '"SKILL.md" is described in two ways that differ'),
  );

  test("sizes behind the content are accepted", () =>
    refuses([{ ...part, flags: 0x808, local: { size: 0, crc: 0 } }], { "SKILL.md": "text" }));

  test("encrypted files are refused", async () => {
    await refuses([{ ...part, flags: 0x801 }], '"SKILL.md" is encrypted');
    await refuses([{ ...part, flags: 0x841 }], "it is damaged (strong encryption is not supported)");
    await refuses([{ ...part, local: { flags: 0x801 } }], '"SKILL.md" is encrypted');
  });

  test("other compressions are refused", () =>
    refuses([{ path: "a", content: "x", method: 12 }], '"a" is compressed in a way that is not supported'));

  test("a wrong checksum is refused", () =>
    refuses(
      [{ ...part, crc: 1, local: { crc: 1 } }],
      '"SKILL.md" is damaged, or not of the size that is claimed',
    ));
});

describe("damage", () => {
  const whole = buildZip([
    { path: "a", content: "x".repeat(500), method: 8 },
    { path: "b", content: "y" },
  ]);

  test("a truncated archive is refused at every length", async () => {
    for (let length = 0; length < whole.length; length++)
      expect(await refusalOf(whole.subarray(0, length)), `${length}`).toBeTypeOf("string");
  });

  test("an archive with one byte changed is refused or read, and nothing else happens", async () => {
    for (let at = 0; at < whole.length; at++)
      for (const bits of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ bits;
        expect(["string", "object"]).toContain(typeof (await refusalOf(changed)));
      }
  });

  test("lies about the directory are refused", async () => {
    const parts = [{ path: "a", content: "x" }];
    for (const lies of [
      { count: 2 },
      { count: 65535 },
      { directoryOffset: 0 },
      { directoryOffset: 0xfffffff0 },
    ])
      expect(await refusalOf(buildZip(parts, lies))).toMatch(/^it is damaged/);
    expect(await refusalOf(buildZip(parts, { comment: `PK\x05\x06${"\0".repeat(30)}` }))).toMatch(
      /^it is damaged/,
    );
  });
});

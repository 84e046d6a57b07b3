import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzeDocument } from "./analyze-document.ts";
import { decodeAnalyzed, encodeAnalyzed } from "./encode-analyzed.ts";

const analyzed = analyzeDocument({
  name: "release-notes",
  description: "Write release notes from commits. Use when the user asks for a changelog.",
  tags: ["git"],
  body: "# Notes\n\nRead the log, then group the commits.\n",
});
const bytes = encodeAnalyzed(analyzed);

test("decoding restores what was encoded, for any text", () => {
  expect(decodeAnalyzed(bytes)).toEqual(analyzed);
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: "grapheme" }), (name, body) => {
      const document = analyzeDocument({ name, description: body, tags: [name], body });
      expect(decodeAnalyzed(encodeAnalyzed(document))).toEqual(document);
    }),
  );
});

test("bytes inside a larger buffer are read in place", () => {
  const larger = new Uint8Array(bytes.length + 7);
  larger.set(bytes, 3);
  expect(decodeAnalyzed(larger.subarray(3, 3 + bytes.length))).toEqual(analyzed);
});

describe("bytes that are not an analyzed skill decode to undefined", () => {
  test("when cut anywhere", () => {
    for (let end = 0; end < bytes.length; end++)
      expect(decodeAnalyzed(bytes.subarray(0, end))).toBeUndefined();
  });

  test("when they are longer than declared", () => {
    expect(decodeAnalyzed(new Uint8Array([...bytes, 0, 0, 0, 0]))).toBeUndefined();
  });

  test("when any byte is altered", () => {
    for (let at = 0; at < bytes.length; at++) {
      const altered = bytes.slice();
      altered[at] = (altered[at] ?? 0) ^ 0x41;
      expect(decodeAnalyzed(altered), `byte ${at}`).toBeUndefined();
    }
  });

  test("when they are arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (foreign) => {
        expect(decodeAnalyzed(foreign)).toBeUndefined();
      }),
    );
  });

  test("when a header declares more than possible", () => {
    const header = new Uint32Array([0x534b5302, 0, 0xffffffff, 0xffffffff, 0x80000000, 0x80000000]);
    expect(decodeAnalyzed(new Uint8Array(header.buffer))).toBeUndefined();
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDocuments, encodeDocuments } from "./document-cache.ts";

const document = fc.record({
  directory: fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
  readMs: fc.integer(),
  changedMs: fc.integer(),
  size: fc.nat(),
  bytes: fc.uint8Array({ maxLength: 20 }),
});

test("a written document is read back", () => {
  fc.assert(
    fc.property(fc.array(document), (documents) => {
      expect(decodeDocuments(encodeDocuments(documents))).toEqual(documents);
    }),
  );
});

test("it is read back from the middle of a larger buffer", () => {
  const documents = [
    { directory: "/pdf", readMs: 3, changedMs: 1, size: 2, bytes: new Uint8Array([1, 2, 3]) },
  ];
  const encoded = encodeDocuments(documents);
  const larger = new Uint8Array(encoded.length + 10);
  larger.set(encoded, 7);
  expect(decodeDocuments(larger.subarray(7, 7 + encoded.length))).toEqual(documents);
});

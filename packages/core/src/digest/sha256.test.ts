import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256, sha256Hex } from "./sha256.ts";

function expected(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test("agrees with node:crypto on any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256Hex(bytes)).toBe(expected(bytes));
    }),
  );
});

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128])(
  "hashes a message of %i bytes, around the block sizes",
  (length) => {
    const bytes = new Uint8Array(length).fill(0x61);
    expect(sha256Hex(bytes)).toBe(expected(bytes));
  },
);

test("the digits spell the bytes", () => {
  const bytes = new Uint8Array([0x61]);
  expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(sha256Hex(bytes));
});

import { expect, test } from "vitest";
import { createSecretMask } from "./secret-mask.ts";

test("secrets are replaced in each spelling, the longer before the shorter", () => {
  const { mask } = createSecretMask(["pass word", "pass word/2", 'a"quote']);
  expect(mask('x pass word/2 y pass%20word z a\\"quote')).toBe("x [redacted] y [redacted] z [redacted]");
});

test("a secret with a lone surrogate is found raw, replaced and encoded", () => {
  const secret = "key-\ud800-1";
  const { mask, isIn } = createSecretMask([secret]);
  for (const text of [secret, secret.toWellFormed(), "key-%EF%BF%BD-1", "key-\\ud800-1"])
    expect([text, mask(`a ${text} b`)]).toEqual([text, "a [redacted] b"]);
  expect(isIn(new TextEncoder().encode(`x${secret}y`))).toBe(true);
});

test("values that are too short to be secrets are kept", () => {
  const { mask, isEmpty } = createSecretMask(["1", "dev", ""]);
  expect([mask("1 of dev"), isEmpty]).toEqual(["1 of dev", true]);
});

test("the start of a secret at the end of a cut text is replaced", () => {
  const { maskStart } = createSecretMask(["abcdefgh"]);
  expect(maskStart("x abcdefgh y abcde")).toBe("x [redacted] y [redacted]");
  expect(maskStart("x abc")).toBe("x abc");
});

test("secrets are found among bytes that are not text", () => {
  const { isIn } = createSecretMask(["abcd"]);
  expect(isIn(new Uint8Array([0xff, 0x61, 0x61, 0x62, 0x63, 0x64, 0xfe]))).toBe(true);
  expect(isIn(new Uint8Array([0x61, 0x62, 0x63]))).toBe(false);
});

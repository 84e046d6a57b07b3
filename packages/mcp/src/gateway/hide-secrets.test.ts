import { expect, test } from "vitest";
import { createHideSecrets } from "./hide-secrets.ts";

test("secrets are hidden in each spelling, the longer before the shorter", () => {
  const hide = createHideSecrets(["pass word", "pass word/2", 'a"quote']);
  expect(hide('x pass word/2 y pass%20word z a\\"quote')).toBe("x [redacted] y [redacted] z [redacted]");
});

test("values that are too short to be secrets are kept", () => {
  expect(createHideSecrets(["1", "dev", ""])("1 of dev")).toBe("1 of dev");
});

test("what looks like a secret is redacted even if it is not listed", () => {
  expect(createHideSecrets([])("Authorization: Bearer abcdefgh12345678")).toBe("Authorization: [redacted]");
});

test("control characters are shown and lines are joined", () => {
  expect(createHideSecrets([])(" a\n\n  b\u001b[31m ")).toBe("a b\\u{1b}[31m");
});

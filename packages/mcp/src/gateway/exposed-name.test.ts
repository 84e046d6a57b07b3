import { expect, test } from "vitest";
import { exposedName } from "./open-gateway.ts";

test("an ordinary name is prefixed with the server's name", () => {
  expect(exposedName("fs", "write_file")).toBe("fs__write_file");
  expect(exposedName("a".repeat(32), "b".repeat(30))).toBe(`${"a".repeat(32)}__${"b".repeat(30)}`);
});

test("a name that is too long or has unusual characters is changed, always in the same way", () => {
  expect(exposedName("a".repeat(32), "b".repeat(31))).toMatch(/^a{32}__b{17}_[0-9a-f]{12}$/);
  expect(exposedName("s", "a b")).toMatch(/^s__a_b_[0-9a-f]{12}$/);
  expect(exposedName("s", "a b")).toBe(exposedName("s", "a b"));
});

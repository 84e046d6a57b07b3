import fc from "fast-check";
import { expect, test } from "vitest";
import { exposedName } from "./open-gateway.ts";

test("different tools keep different names even if their sanitized forms collide", () => {
  expect(exposedName("s", "a b")).not.toBe(exposedName("s", "a.b"));
  expect(exposedName("s", "x".repeat(80))).not.toBe(exposedName("s", "x".repeat(81)));
  expect(exposedName("s", "é")).not.toBe(exposedName("s", "e"));
});

test("a tool cannot take another tool's sanitized name", () => {
  const changed = exposedName("s", "rm -rf");
  expect(exposedName("s", changed.slice("s__".length))).not.toBe(changed);
});

test("tools of different servers never share a name, and every name is valid for providers", () => {
  const server = fc.stringMatching(/^[a-z]([_-]?[a-z0-9]){0,15}$/);
  const tool = fc.oneof(fc.string({ minLength: 1, maxLength: 90 }), fc.stringMatching(/^[_a-c]{1,70}$/));
  fc.assert(
    fc.property(fc.tuple(server, tool), fc.tuple(server, tool), ([a, x], [b, y]) => {
      const names = [exposedName(a, x), exposedName(b, y)];
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      if (a !== b) expect(names[0]).not.toBe(names[1]);
    }),
  );
});

test("no name is one of a skill tool: those have no two underscores together", () => {
  expect(exposedName("skills", "load")).toBe("skills__load");
  expect(exposedName("s", "skills_load")).toBe("s__skills_load");
});

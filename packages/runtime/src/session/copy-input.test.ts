import { expect, test } from "vitest";
import { copyInput } from "./copy-input.ts";

test("plain data is copied deeply", () => {
  const input = { command: "git log", list: [{ a: 1 }], none: null };
  const copy = copyInput(input);
  expect(copy).toEqual(input);
  input.command = "rm";
  input.list[0] = { a: 2 };
  expect(copy).toEqual({ command: "git log", list: [{ a: 1 }], none: null });
});

test("a getter that changes is read once", () => {
  let count = 0;
  const copy = copyInput({
    get command() {
      return count++ === 0 ? "git log" : "rm";
    },
  });
  expect([Reflect.get(Object(copy), "command"), Reflect.get(Object(copy), "command")]).toEqual([
    "git log",
    "git log",
  ]);
});

test("other objects are kept, and a cycle terminates", () => {
  const file = new Date(0);
  expect(copyInput({ file })).toEqual({ file });
  expect(Reflect.get(Object(copyInput({ file })), "file")).toBe(file);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => copyInput(circle)).not.toThrow();
});

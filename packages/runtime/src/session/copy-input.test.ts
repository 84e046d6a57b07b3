import { expect, test } from "vitest";
import { copyInput } from "./copy-input.ts";

test("plain data is copied all the way down", () => {
  const input = { command: "git log", list: [{ a: 1 }], none: null };
  const copy = copyInput(input);
  expect(copy).toEqual(input);
  input.command = "rm";
  input.list[0] = { a: 2 };
  expect(copy).toEqual({ command: "git log", list: [{ a: 1 }], none: null });
});

test("a field that answers differently each time is asked once", () => {
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

test("what is no plain data stays what it is, and a circle comes to an end", () => {
  const file = new Date(0);
  expect(copyInput({ file })).toEqual({ file });
  expect(Reflect.get(Object(copyInput({ file })), "file")).toBe(file);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => copyInput(circle)).not.toThrow();
});

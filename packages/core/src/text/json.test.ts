import { expect, test } from "vitest";
import { isJsonObject, parseJson } from "./json.ts";

test("parses JSON; anything else is undefined", () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(parseJson("null")).toBeNull();
  for (const text of ["", "{", "{a:1}", "undefined"]) expect(parseJson(text)).toBeUndefined();
});

test("null and arrays are not objects", () => {
  expect([{}, { a: 1 }].map(isJsonObject)).toEqual([true, true]);
  expect([null, undefined, [], "text", 1].map(isJsonObject)).toEqual([false, false, false, false, false]);
});

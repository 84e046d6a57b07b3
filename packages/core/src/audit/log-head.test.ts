import { expect, test } from "vitest";
import { headBytes, headFileOf, parseHead, toHeadText } from "./log-head.ts";

const end = { sequence: 12, hash: "ab".repeat(32) };

test("the head file is beside its log", () => {
  expect([headFileOf("/a/audit.jsonl"), headFileOf("log")]).toEqual(["/a/audit.head", "log.head"]);
});

test("a head is read back, and the longest one fits", () => {
  expect(parseHead(toHeadText(end))).toEqual(end);
  expect(toHeadText({ ...end, sequence: Number.MAX_SAFE_INTEGER }).length).toBeLessThan(headBytes);
});

test.each(["", "{}", "null", "nonsense", toHeadText(end).trim(), ` ${toHeadText(end)}`])(
  "%j is no head",
  (text) => {
    expect(parseHead(text)).toBeUndefined();
  },
);

test("changing any character of a head gives another head, or none", () => {
  const text = toHeadText(end);
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}~${text.slice(at + 1)}`;
    expect(parseHead(changed)).toBeUndefined();
  }
});

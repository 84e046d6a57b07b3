import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Hex } from "../digest/sha256.ts";
import {
  chainStart,
  headBytes,
  headFileOf,
  linkEvent,
  parseHead,
  parseRecord,
  readLink,
  toEventText,
  toHeadText,
} from "./chain.ts";
import { allowedCall } from "./contract.ts";

test("a record is the event between its number and its hashes", () => {
  const { line, end } = linkEvent('"event":"x"', chainStart, sha256Hex);
  const hashed = `{"version":1,"sequence":1,"event":"x","previous":"${"0".repeat(64)}"`;
  const hash = sha256Hex(new TextEncoder().encode(hashed));
  expect(line).toBe(`${hashed},"hash":"${hash}"}`);
  expect(end).toEqual({ sequence: 1, hash });
});

test("linked records are read back, and each names the previous one", () => {
  const first = linkEvent(toEventText(allowedCall("1")), chainStart, sha256Hex);
  const second = linkEvent(toEventText(allowedCall("2")), first.end, sha256Hex);
  expect(readLink(second.line, sha256Hex)).toEqual({ ...second.end, previous: first.end.hash, sound: true });
});

test("any text is encoded as printable ASCII without changing its meaning", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (command) => {
      const text = toEventText(allowedCall("1", command));
      expect(text).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(`{${text}}`)).toEqual(JSON.parse(JSON.stringify(allowedCall("1", command))));
    }),
  );
});

test("a line with another spelling is not sound, or not a record", () => {
  const { line } = linkEvent(toEventText(allowedCall("1", "é")), chainStart, sha256Hex);
  expect(readLink(line.replace("\\u00e9", "\\u00E9"), sha256Hex)?.sound).toBe(false);
  expect(readLink(line.replace('"tool":', '"tool": '), sha256Hex)?.sound).toBe(false);
  const others = [
    line.replace("\\u00e9", "é"),
    ` ${line}`,
    `${line}\r`,
    `\ufeff${line}`,
    line.replace('"version":1', '"version":2'),
    line.replace('"sequence":1', '"sequence":01'),
    line.replace('"sequence":1', '"sequence":0'),
    line.slice(1),
    "",
    "{}",
  ];
  expect(others.map((one) => readLink(one, sha256Hex))).toEqual(others.map(() => undefined));
});

test("a line contains its whole event and its position in the chain", () => {
  const { line, end } = linkEvent(toEventText(allowedCall("1")), chainStart, sha256Hex);
  expect(parseRecord(line)).toEqual({ version: 1, ...end, previous: chainStart.hash, ...allowedCall("1") });
});

const fields = {
  version: 1,
  sequence: 3,
  time: "t",
  session: "s",
  event: "new-kind",
  previous: "",
  hash: "",
};

test("events from later versions keep all their fields", () => {
  const later = { ...fields, more: { of: "it" } };
  expect(parseRecord(JSON.stringify(later))).toEqual(later);
});

test.each([
  "",
  "null",
  "[]",
  "{",
  JSON.stringify({ ...fields, version: 2 }),
  JSON.stringify({ ...fields, sequence: "3" }),
  JSON.stringify({ ...fields, sequence: 1.5 }),
  JSON.stringify({ ...fields, time: 5 }),
  JSON.stringify({ ...fields, event: undefined }),
])("%s is not a record", (line) => {
  expect(parseRecord(line)).toBeUndefined();
});

const end = { sequence: 12, hash: "ab".repeat(32) };

test("the head file is next to its log", () => {
  expect([headFileOf("/a/audit.jsonl"), headFileOf("log")]).toEqual(["/a/audit.head", "log.head"]);
});

test("a head is read back, and the longest one fits", () => {
  expect(parseHead(toHeadText(end))).toEqual(end);
  expect(toHeadText({ ...end, sequence: Number.MAX_SAFE_INTEGER }).length).toBeLessThan(headBytes);
});

test.each(["", "{}", "null", "nonsense", toHeadText(end).trim(), ` ${toHeadText(end)}`])(
  "%j is not a head",
  (text) => {
    expect(parseHead(text)).toBeUndefined();
  },
);

test("changing any character of a head makes it a different or an invalid head", () => {
  const text = toHeadText(end);
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}~${text.slice(at + 1)}`;
    expect(parseHead(changed)).toBeUndefined();
  }
});

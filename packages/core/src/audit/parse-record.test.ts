import { expect, test } from "vitest";
import { sha256Hex } from "../digest/sha256.ts";
import { chainStart, linkEvent, toEventText } from "./chain.ts";
import { allowedCall } from "./contract.ts";
import { parseRecord } from "./parse-record.ts";

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

test("events of later versions keep all their fields", () => {
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
])("%s is no record", (line) => {
  expect(parseRecord(line)).toBeUndefined();
});

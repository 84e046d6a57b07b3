import { expect, test } from "vitest";
import { type ActiveRecord, parseRecords, toRecordText } from "./session-file.ts";

const record: ActiveRecord = {
  name: "a",
  directory: "/a",
  digest: "sha256:0",
  activation: "1",
  requestedTools: [{ text: "Bash(git:*)", tool: "Bash", pattern: "git:*" }],
};

test("records come back unchanged, without other fields", () => {
  const other = {
    ...record,
    refused: "no",
    lifetime: "session" as const,
    disallowedTools: [{ text: "Read", tool: "Read" }],
    declared: { network: false, writes: true, commands: true, files: "workspace" } as const,
  };
  const { requestedTools: _, ...open } = record;
  const odd = {
    ...record,
    password: "secret",
    requestedTools: [{ text: "x", tool: "x", span: { start: 0, end: 1 } }],
  };
  const text = toRecordText([record, other, open, { ...record, requestedTools: [] }, odd]);
  expect(text).not.toContain("secret");
  expect(parseRecords(text)).toEqual([
    record,
    other,
    open,
    { ...record, requestedTools: [] },
    { ...record, requestedTools: [{ text: "x", tool: "x" }] },
  ]);
});

test.each([
  "",
  "null",
  "[]",
  "{}",
  '{"active":{}}',
  '{"active":[null]}',
  `{"active":[${JSON.stringify(record)},{}]}`,
  ...["name", "directory", "digest", "activation"].map((key) =>
    JSON.stringify({ active: [{ ...record, [key]: 1 }] }),
  ),
  JSON.stringify({ active: [{ ...record, refused: true }] }),
  JSON.stringify({ active: [{ ...record, loader: "agent" }] }),
  JSON.stringify({ active: [{ ...record, lifetime: "turn" }] }),
  JSON.stringify({ active: [{ ...record, declared: {} }] }),
  JSON.stringify({ active: [{ ...record, declared: { network: false, writes: true, commands: true } }] }),
  ...["network", "writes", "commands"].map((limit) => {
    const declared = { network: false, writes: true, commands: true, files: "workspace", [limit]: "no" };
    return JSON.stringify({ active: [{ ...record, declared }] });
  }),
  JSON.stringify({ active: [{ ...record, requestedTools: "Bash" }] }),
  JSON.stringify({ active: [{ ...record, requestedTools: null }] }),
  JSON.stringify({ active: [{ ...record, requestedTools: ["Bash"] }] }),
  JSON.stringify({ active: [{ ...record, requestedTools: [null] }] }),
  JSON.stringify({ active: [{ ...record, requestedTools: [{ tool: "x" }] }] }),
  JSON.stringify({ active: [{ ...record, disallowedTools: [{ text: "x" }] }] }),
  JSON.stringify({ active: [{ ...record, disallowedTools: [{ text: "x", tool: "x", pattern: 1 }] }] }),
])("a list is read completely or rejected, since half a list would be half a restriction: %s", (text) => {
  expect(parseRecords(text)).toBeUndefined();
});

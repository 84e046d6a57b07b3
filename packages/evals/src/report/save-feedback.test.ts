import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { saveFeedback } from "./save-feedback.ts";

const path = "/iteration-1/feedback.json";
const now = "2026-03-04T10:00:00.000Z";

function save(
  before: string | undefined,
  dialect: "guide" | "skill-creator",
  reviews: readonly { about: string; text: string }[],
): unknown {
  const fs = createMemoryFileSystem(before === undefined ? {} : { [path]: before });
  saveFeedback(fs, { reviews, status: "complete" }, { folder: "/iteration-1", dialect, now });
  return JSON.parse(new TextDecoder().decode(fs.read(path, 10_000).bytes));
}

const reviews = [{ about: "eval-a", text: "the date is wrong" }];

test("new feedback is written in the dialect of the workspace", () => {
  expect(save(undefined, "guide", reviews)).toEqual({ "eval-a": "the date is wrong" });
  expect(save(undefined, "skill-creator", reviews)).toEqual({
    reviews: [{ run_id: "eval-a", feedback: "the date is wrong", timestamp: now }],
    status: "complete",
  });
});

test("feedback on other runs is kept, with its time; the file keeps its dialect", () => {
  const before = { reviews: [{ run_id: "eval-b", feedback: "fine", timestamp: "2026-01-01T00:00:00Z" }] };
  expect(save(JSON.stringify(before), "guide", reviews)).toEqual({
    reviews: [...before.reviews, { run_id: "eval-a", feedback: "the date is wrong", timestamp: now }],
    status: "complete",
  });
  expect(save('{"eval-b": "fine"}', "skill-creator", reviews)).toEqual({
    "eval-b": "fine",
    "eval-a": "the date is wrong",
  });
});

test("the last entry counts, even if empty; unchanged entries keep their time", () => {
  const before = {
    reviews: [{ run_id: "eval-a", feedback: "the date is wrong", timestamp: "2026-01-01T00:00:00Z" }],
  };
  expect(save(JSON.stringify(before), "skill-creator", reviews)).toMatchObject(before);
  expect(save('{"eval-a": "no"}', "guide", [{ about: "eval-a", text: "" }])).toEqual({ "eval-a": "" });
});

test.each(["{", "[]", '{"eval-a": 3, "eval-b": []}', '{"reviews": [{"feedback": "x"}]}'])(
  "a file that is not feedback is not overwritten: %s",
  (before) => {
    const fs = createMemoryFileSystem({ [path]: before });
    const place = { folder: "/iteration-1", dialect: "guide", now } as const;
    expect(() => saveFeedback(fs, { reviews, status: "complete" }, place)).toThrow(
      expect.objectContaining({ code: "state-unreadable" }),
    );
    expect(new TextDecoder().decode(fs.read(path, 1000).bytes)).toBe(before);
  },
);

test("names such as __proto__ are kept like others", () => {
  expect(JSON.stringify(save("{}", "guide", [{ about: "__proto__", text: "x" }]))).toBe('{"__proto__":"x"}');
});

import { expect, test } from "vitest";
import { SkillError } from "./error.ts";
import { formatError } from "./format.ts";

test("the details of an error are the placeholders of its message, or it does not compile", () => {
  expect(formatError(new SkillError("skill-file-missing", { name: "pdf", path: "a.md" }))).toBe(
    "The skill pdf has no file a.md.",
  );
  // @ts-expect-error: a detail is missing.
  expect(new SkillError("skill-file-missing", { name: "pdf" }).details).toEqual({ name: "pdf" });
  // @ts-expect-error: a detail is misspelled.
  expect(new SkillError("file-missing", { paht: "a.md" }).details).toEqual({ paht: "a.md" });
});

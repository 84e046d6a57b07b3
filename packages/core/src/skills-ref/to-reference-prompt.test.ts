import { expect, test } from "vitest";
import { toReferencePrompt } from "./to-reference-prompt.ts";

test("all five special characters are escaped in name and description, but not in the location", () => {
  const text = `&<>"'`;
  const prompt = toReferencePrompt([{ name: text, description: text, location: text }]);
  expect(prompt.split("\n").filter((line) => /[&"']/.test(line))).toEqual([
    "&amp;&lt;&gt;&quot;&#x27;",
    "&amp;&lt;&gt;&quot;&#x27;",
    `&<>"'`,
  ]);
});

import { expect, test } from "vitest";
import { compareReviews } from "./review-skill.ts";

const none: Parameters<typeof compareReviews>[0] = { tools: [], hookCommands: [], findings: [] };

test.each([
  [["Read"], ["Read", "Write"], ["Write"]],
  [["Bash"], ["Bash(git:*)"], []],
  [["Bash(git:*)"], ["Bash"], ["Bash"]],
  [["Read", "Write"], ["Read"], []],
  [undefined, ["Bash"], []],
  [["Read"], undefined, ["all tools"]],
  [undefined, undefined, []],
])("tools %j → %j ask for %j more", (before, after, more) => {
  expect(compareReviews({ ...none, tools: before }, { ...none, tools: after }).moreTools).toEqual(more);
});

test("another command on the same event is more", () => {
  const before = { ...none, hookCommands: ["Stop: ./a.sh"] };
  const after = { ...none, hookCommands: ["Stop: ./b.sh"] };
  expect(compareReviews(before, after).moreHooks).toEqual(["Stop: ./b.sh"]);
  expect(compareReviews(after, none).moreHooks).toEqual([]);
});

test("a finding that only moved is not new; a second one like it is", () => {
  const at = (line: number, file = "/a/SKILL.md") => {
    return { rule: "x", severity: "error" as const, file, line, message: "Bad." };
  };
  const before = { ...none, findings: [at(1)] };
  const after = { ...none, findings: [at(5), at(9), at(1, "/a/b.md")] };
  expect(compareReviews(before, after).newFindings).toEqual([at(9), at(1, "/a/b.md")]);
});

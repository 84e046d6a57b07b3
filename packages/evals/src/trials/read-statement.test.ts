import { expect, test } from "vitest";
import { trialsLimits } from "./limits.ts";
import { readStatement } from "./read-statement.ts";

test.each([
  ["contains: 120 €", "contains", "120 €"],
  ['contains: "VERDICT: ok"', "contains", "VERDICT: ok"],
  ['contains: "a" and "b"', "contains", '"a" and "b"'],
  ["not-contains:  TODO ", "not-contains", "TODO"],
  ["matches-regex: ^fix\\(\\w+\\)!: .{1,72}$", "matches-regex", "^fix\\(\\w+\\)!: .{1,72}$"],
  ["file-created: out/*.csv", "file-created", "out/*.csv"],
  ["file-modified: `in.csv`", "file-modified", "in.csv"],
  ["command-executed: git status", "command-executed", "git status"],
  ['The answer contains "Köln"', "contains", "Köln"],
  ["The final response includes the exact phrase “good to merge”.", "contains", "good to merge"],
  ["the reply should contain `npm ci`", "contains", "npm ci"],
  ['The response does not contain the word "sorry".', "not-contains", "sorry"],
  ["The answer must not include `rm -rf`", "not-contains", "rm -rf"],
  ["The answer matches the regular expression `^\\d+$`", "matches-regex", "^\\d+$"],
  ['A file named "report.md" is created', "file-created", "**/report.md"],
  ["The file `out/report.md` was created.", "file-created", "out/report.md"],
  ['The agent created a file called "*.csv"', "file-created", "**/*.csv"],
  ['The file "in.csv" has been modified', "file-modified", "**/in.csv"],
  ["The command `git status` was run", "command-executed", "git status"],
  ["The agent runs the command `npm test`.", "command-executed", "npm test"],
])("%j can be checked", (text, type, value) => {
  expect(readStatement(text)).toEqual({ type, value });
});

test.each([
  // Others must judge what no program can.
  ["custom: It is polite"],
  ["The answer is polite"],
  ["The answer contains the total"],
  ["The answer contains 120 €"],
  // Prefixes of descriptions.
  ["Contains: a summary, findings and advice"],
  ["contains:"],
  ["contains: "],
  ["note: contains: x"],
  // More than one claim, or a different one.
  ['The answer contains "A" and "B"'],
  ['The answer contains "A" or "B"'],
  ['The answer contains "A" twice'],
  ['The answer contains "A" before the table'],
  ['The answer contains a heading "A"'],
  ['The answer contains words like "A"'],
  ['The answer mentions "A"'],
  ['The output contains "A"'],
  ['The report contains "A"'],
  ['Either the answer contains "A"'],
  ["The answer contains 'A'"],
  ['The answer does not only contain "A"'],
  // The quoted text is a placeholder.
  ['The answer contains "<city>"'],
  ['The answer contains "Dear [name]"'],
  ['The answer contains "total: ..."'],
  ['The answer contains " "'],
  // Files that cannot be looked up, or the opposite of a change.
  ['The file "in.csv" is not modified'],
  ['The file "in.csv" is created with a header'],
  ['The file "/tmp/x" is created'],
  ['The file "../x" is created'],
  ['No file named "x" is created'],
  ['A folder named "x" is created'],
  ['The branch "x" is created'],
  ["The agent runs `git status`, then commits"],
  ["The command `git push` is not run"],
  [`contains: ${"x".repeat(trialsLimits.statementCharacters)}`],
])("%j is for a judge", (text) => {
  expect(readStatement(text)).toBeUndefined();
});

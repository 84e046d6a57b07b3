import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileCommandPattern } from "./command-pattern.ts";
import { coversCommand } from "./match-command.ts";
import { readShell } from "./read-shell.ts";

const guide = readFileSync(new URL("../../../../../docs/guides/programs.md", import.meta.url), "utf8");
const rows = [...guide.matchAll(/^\| ([\w-]+) \| (?:`(.*)`|–) \| `(.*)` \|$/gm)].map(
  ([, program = "", covered, refused = ""]) => ({
    program,
    covered,
    refused: refused.replaceAll("\\|", "|"),
  }),
);

/** Whether `Bash(program:*)` covers the whole line, which writes no file. */
function isCovered(program: string, line: string): boolean {
  const reading = readShell(line);
  const patterns = [compileCommandPattern(`${program}:*`)];
  return (
    reading.ok &&
    reading.commands.every(
      (command) => coversCommand(patterns, command) === "yes" && command.redirections.length === 0,
    )
  );
}

test("the guide shows at least sixty programs, each once", () => {
  expect(new Set(rows.map(({ program }) => program)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(60);
});

test.each(rows)("the guide tells what a list with $program covers", ({ program, covered, refused }) => {
  expect(covered === undefined || isCovered(program, covered)).toBe(true);
  expect(isCovered(program, refused)).toBe(false);
});

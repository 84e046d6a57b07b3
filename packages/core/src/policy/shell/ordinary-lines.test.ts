import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileCommandPattern } from "./command-pattern.ts";
import { readShell } from "./read-shell.ts";
import { touchesCommand } from "./touches-command.ts";

const text = readFileSync(new URL("./fixtures/ordinary-lines.sh", import.meta.url), "utf8");
const lines = text
  .split("#---\n")
  .slice(1)
  .map((line) => line.trimEnd());

/** Whether a deny rule with this pattern refuses a line. */
function refuses(pattern: string, line: string): boolean {
  const reading = readShell(line);
  if (!reading.ok) return true;
  const patterns = [compileCommandPattern(pattern)];
  return reading.commands.some((command) => touchesCommand(patterns, command) !== "no");
}

test("the lines are many and differ", () => {
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.length).toBeGreaterThanOrEqual(220);
});

test.each([
  "rm:*",
  "sudo:*",
  "dd:*",
  "shutdown:*",
  "git push:*",
  "git reset --hard:*",
  "npm publish:*",
  "terraform destroy:*",
  "kubectl delete:*",
  "docker system prune:*",
  "aws s3 rm:*",
  "chown:*",
  "mkfs*",
  "gh repo delete:*",
  "nmap:*",
])("a deny rule on %s leaves ordinary lines alone", (pattern) => {
  const refused = lines.filter((line) => refuses(pattern, line));
  expect(refused.length / lines.length, refused.join("\n\n")).toBeLessThan(0.02);
});

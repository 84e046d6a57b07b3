import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Everything that must hold before a change lands: one command, in the order that fails fastest. */
const results = mkdtempSync(join(tmpdir(), "skillwright-check-"));
const testReport = join(results, "tests.json");

const steps = [
  ["Node version", ["node", "scripts/check-node.mjs"]],
  ["what the tests need", ["node", "scripts/install-needs.mjs"]],
  ["lint and format", ["biome", "check", "--error-on-warnings", "."]],
  ["types", ["tsc", "-b", "tsconfig.json"]],
  // Several checkers of one project each check what they share: a third more work on a busy machine.
  ["types of tests", ["tsc", "--noEmit", "-p", "tsconfig.test.json", "--checkers", "1"]],
  ["unused code and dependencies", ["knip"]],
  ["build", ["node", "scripts/bundle.mjs"]],
  ["generated files", ["node", "--conditions=@skillwright/source", "scripts/generate.mjs", "--check"]],
  ["tests", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${testReport}`]],
];

let failed;
for (const [name, [command, ...args]] of steps) {
  const started = Date.now();
  console.log(`\n▶ ${name}`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) console.error(`${command} could not be started: ${error.message}. Run \`npm ci\` first.`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (status !== 0) {
    failed = name;
    break;
  }
}

if (failed !== undefined) {
  console.error(`\nThe check stopped at: ${failed}.`);
  process.exitCode = 1;
}
if (existsSync(testReport)) spawnSync("node", ["scripts/count-tests.mjs", testReport], { stdio: "inherit" });
rmSync(results, { recursive: true, force: true });

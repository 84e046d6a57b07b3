import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

// Format, types and the tests beside what changed: an answer within a minute while you work. `npm test` is what CI runs.
const started = Date.now();
const changed = changedFiles();
const tests = testPaths(changed);
const lintable = changed.filter((file) => /\.(?:[cm]?[jt]sx?|jsonc?|css)$/.test(file));

const checks = await Promise.all([
  lintable.length === 0 || run("format", ["biome", "check", "--no-errors-on-unmatched", ...lintable]),
  run("types", ["tsc", "-b", "tsconfig.json"]),
  run("types of tests", ["tsc", "-p", "tsconfig.test.json", "--noEmit", ...incremental()]),
]);
const passed = checks.every(Boolean) && (await run("tests", ["vitest", "run", ...tests]));
const seconds = ((Date.now() - started) / 1000).toFixed(0);
console.log(`\n${passed ? "✓" : "✗"} ${changed.length} changed files, ${seconds} s`);
if (!passed) process.exitCode = 1;

/** Files that differ from the branch that this one left, committed or not. */
function changedFiles() {
  const base = git(["merge-base", "HEAD", "origin/main"])[0] ?? "HEAD";
  const files = [
    ...git(["diff", "--name-only", "--diff-filter=d", base]),
    ...git(["ls-files", "--others", "--exclude-standard"]),
  ];
  return [...new Set(files)].filter((file) => existsSync(file));
}

function git(words) {
  const { status, stdout } = spawnSync("git", words, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}

/** Tests in the folders of changed sources, changed tests themselves, and those that look at the whole tree. */
function testPaths(files) {
  const folders = files
    .filter((file) => /^packages\/[^/]+\/src\//.test(file))
    .map((file) => `${dirname(file)}/`);
  const changedTests = files.filter((file) => /^(?:test|examples)\/.*\.test\.ts$/.test(file));
  const always = ["architecture", "documents", "public-api", "rules"].map((name) => `test/${name}.test.ts`);
  return [...new Set([...always, ...changedTests, ...folders])];
}

function incremental() {
  return ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/tests.tsbuildinfo"];
}

/** Runs one step and prints its output when it failed; the tests print as they go. */
function run(name, [command, ...words]) {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: name === "tests" ? "inherit" : "pipe" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    const end = (succeeded) => {
      if (!succeeded) console.error(output);
      console.log(`${succeeded ? "✓" : "✗"} ${name}`);
      resolve(succeeded);
    };
    child.on("error", (error) => {
      output += `${command} could not be started: ${error.message}. Run \`npm ci\` first.`;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}

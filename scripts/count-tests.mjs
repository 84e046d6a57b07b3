import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { missingNeeds } from "./test-needs.mjs";

// Reads Vitest's JSON report, names the slowest files and every test that did not run, and ends with one line of counts.
const report = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => ({ file: relative(process.cwd(), name), test: fullName.trim() })),
);
nameSlowest();
if (skipped.length > 0) nameSkipped();
console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped.length} skipped`);

/** So that growth is seen before it hurts. */
function nameSlowest() {
  const files = report.testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .filter(({ seconds }) => seconds >= 10)
    .toSorted((one, other) => other.seconds - one.seconds);
  if (files.length > 0) console.log("\nSlowest files:");
  for (const { name, seconds } of files.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(process.cwd(), name)}`);
}

function nameSkipped() {
  const missing = missingNeeds({ path: process.env.PATH });
  console.log(`\n${"!".repeat(80)}\n${skipped.length} TESTS DID NOT RUN`);
  for (const [file, tests] of Map.groupBy(skipped, (one) => one.file)) {
    console.log(`\n  ${file}: ${reasonFor(file, missing)}`);
    for (const { test } of tests) console.log(`    ${test}`);
  }
  console.log("!".repeat(80));
}

function reasonFor(file, missing) {
  const programs = missing
    .filter(({ tests }) => tests.some((prefix) => file.startsWith(prefix)))
    .map(({ program }) => program);
  return programs.length > 0
    ? `${programs.join(" and ")} not installed`
    : "not for this system, user or Node version";
}

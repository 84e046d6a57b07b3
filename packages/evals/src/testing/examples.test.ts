import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestSkill } from "@skillwright/core/discover";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { planTests } from "./plan-tests.ts";
import { runTests, testHost } from "./test-suite.ts";

const examples = fileURLToPath(new URL("../../../../examples/skills", import.meta.url));
const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, "tests")));
const fs = createNodeFileSystem();

/** Mostly they wait for interpreters to start. */
const jobs = 4;

test("S0-19: every case of the example skills passes, and their folders are unchanged", async () => {
  const digests = (): readonly string[] =>
    names.map((name) => digestSkill(fs, join(examples, name), nodeSha256));
  const before = digests();
  const plans = names.map((name) => planTests({ fs, skill: { name, directory: join(examples, name) } }));
  const { cases, failed, skipped } = await runTests(plans, { host: testHost, jobs });
  expect(cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect({ failed, skipped, skills: new Set(cases.map(({ skill }) => skill)).size }).toEqual({
    failed: 0,
    skipped: 0,
    skills: names.length,
  });
  expect(digests()).toEqual(before);
}, 240_000);

test.each([
  ["commit-messages", "scripts/check_message.py", "ok"],
  ["csv-check", "scripts/check_csv.py", "counts"],
  ["json-api-contract", "scripts/check_contract.py", "differences"],
])("S0-19: changing a word of %s's script makes a case fail", async (name, script, word) => {
  const directory = join(createTestFolder(), name);
  cpSync(join(examples, name), directory, { recursive: true });
  const file = join(directory, script);
  const text = readFileSync(file, "utf8");
  const mutated = text.replaceAll(`"${word}"`, `"${word}s"`);
  expect(mutated).not.toBe(text);
  writeFileSync(file, mutated);
  const plan = planTests({ fs, skill: { name, directory } });
  expect((await runTests([plan], { host: testHost, jobs })).failed).toBeGreaterThan(0);
});

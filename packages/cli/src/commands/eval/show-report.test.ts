import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { testTriggerFiles, testWorkspace } from "../../../../evals/src/report/test-workspace.ts";
import { createTestMachine, removeTestMachines, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

function machineWith(files: ReturnType<typeof testWorkspace>): TestMachine {
  const texts = Object.entries(files).flatMap(([path, text]) =>
    typeof text === "string" ? [[`repo/pdf-workspace/${path}`, text]] : [],
  );
  return createTestMachine(Object.fromEntries(texts));
}

test("--serve and --output contradict each other, and nothing is written", async () => {
  const machine = machineWith(testWorkspace({ runs: 1 }));
  const { code, err, out } = await machine.run(
    ["eval", "report", "pdf-workspace", "--serve", "-o", "page.html"],
    {
      // If it were served anyway, it would end at once.
      signal: AbortSignal.abort(),
    },
  );
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("--serve and --output cannot be combined.");
  expect(existsSync(`${machine.folder}/repo/page.html`)).toBe(false);
});

test.each<[what: string, words: readonly string[], file: string]>([
  ["in the iteration", [], "pdf-workspace/iteration-2/report.html"],
  ["where it is wanted", ["-o", "page.html"], "page.html"],
])("the page is written %s, and its path is printed", async (_, words, file) => {
  const machine = machineWith(testWorkspace({ runs: 1 }));
  const { code, out } = await machine.run(["eval", "report", "pdf-workspace", ...words]);
  expect({ code, out }).toEqual({ code: 0, out: `${file}\n` });
  expect(readFileSync(`${machine.folder}/repo/${file}`, "utf8")).toMatch(/^<!doctype html>/);
});

test("-o - prints the page, and writes nothing", async () => {
  const machine = machineWith(testWorkspace({ runs: 1 }));
  mkdirSync(`${machine.folder}/repo/-`);
  const { out } = await machine.run(["eval", "report", "pdf-workspace", "-o", "-"]);
  expect(out).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  expect(readdirSync(`${machine.folder}/repo/-`)).toEqual([]);
  expect(existsSync(`${machine.folder}/repo/pdf-workspace/iteration-2/report.html`)).toBe(false);
});

test.each([
  [["pdf-workspace", "-o", "pdf-workspace"], "--output must be a file; pdf-workspace is a folder."],
  [["pdf-workspace", "other"], "eval report takes one FOLDER"],
  [["gone"], "gone"],
])("%j is refused", async (words, reason) => {
  const { code, err } = await machineWith(testWorkspace({ runs: 1 })).run(["eval", "report", ...words]);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

const { "iteration-2/benchmark.json": benchmark = "" } = testWorkspace({ dialect: "guide", runs: 1 });
const { "triggers/trigger_results.json": triggers = "", "triggers/optimization/results.json": search = "" } =
  testTriggerFiles();

test.each([
  ["a benchmark", { "iteration-1/benchmark.json": benchmark }],
  ["queries", { "triggers/trigger_results.json": triggers }],
  ["a search for a description", { "triggers/optimization/results.json": search }],
])("%s alone is a result", async (_, files) => {
  const { code } = await machineWith(files).run(["eval", "report", "pdf-workspace", "-o", "-"]);
  expect(code).toBe(0);
});

test("a served page ends with Ctrl-C and its exit code", async () => {
  const machine = machineWith(testWorkspace({ runs: 1 }));
  const { code, out, err } = await machine.run(["eval", "report", "pdf-workspace", "--serve"], {
    signal: AbortSignal.abort(),
  });
  expect(code).toBe(130);
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\n$/);
  expect(err).toContain("Open it in a browser.");
});

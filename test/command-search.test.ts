import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const examples = ["--root", join(root, "examples/skills")];

test.each([
  ["extract the text of a scanned PDF", "pdf-text"],
  ["what do these thousands of log lines say", "log-triage"],
  ["word my commit", "commit-messages"],
  ["my spreadsheet export has ragged rows", "csv-check"],
  ["/code-review this branch", "code-review"],
])("S1-33 S3-21: %s is for %s", async (query, id) => {
  const env = { SKILLWRIGHT_HOME: createFolder() };
  const { code, stdout } = await skillwrightHere(["search", query, "--json", "--limit", "3", ...examples], {
    env,
  });
  expect(code).toBe(0);
  expect(parseOutput("search", stdout)).toMatchObject({ version: 1, query, results: [{ id }, {}, {}] });
});

test("the same words give the same answer, with the index and without", async () => {
  const env = { SKILLWRIGHT_HOME: createFolder() };
  const search = async (...words: string[]): Promise<string> =>
    (await skillwrightHere(["search", "check files", "--json", ...examples, ...words], { env })).stdout;
  const first = await search();
  expect(JSON.parse(first).results.length).toBeGreaterThan(1);
  expect([await search(), await search("--no-index")]).toEqual([first, first]);
});

test("a batch keeps its contract: one line per line, paths below the named folder", async () => {
  const folder = createFolder({
    "s/pdf/SKILL.md": skillText("pdf"),
    "s/deep/er/csv/SKILL.md": skillText("csv"),
    "q.jsonl": '{"id":"1","query":"a pdf file"}\n{"id":2,"query":"a csv file"}\n{"id":"3","query":""}\n',
  });
  const env = { SKILLWRIGHT_HOME: join(folder, "state") };
  const words = ["search", "--batch", "q.jsonl", "--root", "s", "--limit", "1", "--jsonl"];
  const { code, stdout, stderr } = await skillwrightHere(words, { cwd: folder, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => parseOutput("search-batch", line));
  expect(lines).toEqual([
    { id: "1", results: [{ path: "s/pdf", score: expect.any(Number) }] },
    { id: 2, results: [{ path: "s/deep/er/csv", score: expect.any(Number) }] },
    { id: "3", results: [] },
  ]);
});

test("a batch of 50,000 lines is streamed in little memory and arrives complete", async () => {
  const folder = createFolder({ "s/pdf/SKILL.md": skillText("pdf"), "s/csv/SKILL.md": skillText("csv") });
  const padding = "x".repeat(1000);
  const requests = Array.from({ length: 50_000 }, (_, id) =>
    JSON.stringify({ id, query: "a pdf file", padding }),
  );
  writeFileSync(join(folder, "q.jsonl"), `${requests.join("\n")}\nnot a request\n`);
  const env = { SKILLWRIGHT_HOME: join(folder, "state"), NODE_OPTIONS: "--max-old-space-size=48" };
  const words = ["search", "--batch", "q.jsonl", "--root", "s", "--jsonl"];
  const { code, stdout, stderr } = await skillwright(words, { cwd: folder, env });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("skillwright search: line 50001 of q.jsonl: expected a JSON object"),
  });
  const ids = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual(requests.map((_, id) => id));
}, 120_000);

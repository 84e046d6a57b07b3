import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../../test-io.ts";

afterAll(removeTestMachines);

const machine = createTestMachine({
  "repo/s/pdf-text/SKILL.md": skillFile("pdf-text", "", "Extract text and tables from invoices.\n").replace(
    "Handles pdf-text files.",
    "Extracts text from PDF documents.",
  ),
  "repo/s/git-log/SKILL.md": skillFile("git-log").replace(
    "Handles git-log files.",
    "Reads the history of commits.",
  ),
  "repo/s/deploy/SKILL.md": skillFile("deploy").replace(
    "Handles deploy files.",
    "Ships containers to a cluster.",
  ),
  "repo/batch.jsonl": [
    '{"id":"a","query":"extract text from a PDF"}',
    "",
    '{"id":7,"query":"history of commits"}',
    '{"id":"c","query":"zzzz qqqq"}',
  ].join("\n"),
});
const root = ["--root", "s"];

type Results = readonly { readonly id?: string; readonly path: string; readonly score: number }[];

test("S1-33 S3-21: the best skill comes first, with its score, description and location", async () => {
  const { code, out, err } = await machine.run(["search", "extract", "text", "from", "a", "PDF", ...root]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(
    /^1\. pdf-text {2}█+░* \d+ %\n {3}Extracts text from PDF documents\. Use when the user names one\.\n {3}s\/pdf-text\n/,
  );
});

test("--json: the query as parsed, results best first with scores from 0 to 1", async () => {
  const { out } = await machine.run(["search", "read the history", "of commits", "--json", ...root]);
  const { version, query, results } = JSON.parse(out);
  expect({ version, query, first: results[0] }).toEqual({
    version: 1,
    query: "read the history of commits",
    first: {
      id: "git-log",
      path: "s/git-log",
      score: expect.any(Number),
      name: "git-log",
      description: "Reads the history of commits. Use when the user names one.",
    },
  });
  const scores = results.map(({ score }: { score: number }) => score);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  expect(Math.max(...scores)).toBeLessThanOrEqual(1);
});

test("S3-21: a skill requested by its name comes first", async () => {
  const { out } = await machine.run(["search", "/deploy", "the", "PDF", "--json", ...root]);
  expect(JSON.parse(out).results[0]).toMatchObject({ id: "deploy", score: 1 });
});

test("--limit and --threshold omit the rest", async () => {
  const limited = await machine.run(["search", "text of commits", "--limit", "1", "--json", ...root]);
  expect(JSON.parse(limited.out).results).toHaveLength(1);
  const strict = await machine.run(["search", "/deploy", "--threshold", "1", "--json", ...root]);
  expect(JSON.parse(strict.out).results).toMatchObject([{ id: "deploy" }]);
});

test("no match is reported with a suggestion, and is not a failure", async () => {
  expect(await machine.run(["search", "zzzzqqqq", ...root])).toMatchObject({
    code: 0,
    out: "",
    err: "None of 3 skills matches. Try other words, or list all with `skillwright list`.\n",
  });
  expect((await machine.run(["search", "dploy", "--threshold", "1", ...root])).err).toContain(
    "Did you mean deploy?",
  );
  expect((await createTestMachine({}).run(["search", "pdf"])).err).toContain("There are no skills to search");
  expect(JSON.parse((await machine.run(["search", "zzzzqqqq", "--json", ...root])).out).results).toEqual([]);
});

test.each([
  [[], "search requires a QUERY"],
  [[" "], "search requires a QUERY"],
  [["pdf", "--limit", "0"], "--limit must be a whole number from 1 to 1000; found '0'."],
  [["pdf", "--limit=-1"], "--limit must be a whole number from 1 to 1000; found '-1'."],
  [["pdf", "--limit", "-1"], "--limit requires a value; write --limit=-1 if it starts with a dash."],
  [["pdf", "-n", "-1"], "--limit requires a value; write --limit=-1 if it starts with a dash."],
  [["pdf", "-n", "5", "-vn", "-1"], "write --limit=-1 if it starts with a dash."],
  [["pdf", "--limit=-1", "--threshold", "-\u001b[2J"], "write --threshold=-\\u{1b}[2J if it starts"],
  [["pdf", "--limit", "many"], "found 'many'"],
  [["pdf", "--limit", "1e3"], "found '1e3'"],
  [["pdf", "--limit", "1001"], "found '1001'"],
  [["pdf", "--threshold", "1.1"], "--threshold must be a number from 0 to 1; found '1.1'."],
  [["pdf", "--threshold", "x"], "found 'x'"],
  [["pdf", "--jsonl"], "--jsonl requires --batch"],
  [["pdf", "--batch", "batch.jsonl"], "cannot be combined with QUERY"],
  [["--batch", "batch.jsonl", "--json"], "use --jsonl"],
  [["--batch", "nowhere.jsonl"], "No such file or directory: nowhere.jsonl"],
  [["--batch", "s"], "s is a directory"],
])("%j is wrong usage", async (words, message) => {
  const { code, out, err } = await machine.run(["search", ...words, ...root]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(message);
});

function answers(out: string): readonly { readonly id: unknown; readonly results: Results }[] {
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

test("a batch is answered line by line, in its order, from a file or from standard input", async () => {
  const words = ["search", "--batch", "batch.jsonl", "--limit", "2", "--jsonl", ...root];
  const { code, out, err } = await machine.run(words);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = answers(out);
  expect(lines.map(({ id, results }) => [id, results[0]?.path])).toEqual([
    ["a", "s/pdf-text"],
    [7, "s/git-log"],
    ["c", undefined],
  ]);
  expect(lines[0]?.results[0]).toEqual({ path: "s/pdf-text", score: expect.any(Number) });
  const input = '{"id":"a","query":"extract text from a PDF"}\n';
  const piped = await machine.run(["search", "--batch", "-", "--limit", "2", ...root], { input });
  expect(answers(piped.out)).toEqual(lines.slice(0, 1));
});

test("an invalid line is reported by its number, and the others are answered", async () => {
  const input = [
    '\ufeff{"id":1,"query":"PDF"}\r',
    "{not json",
    '{"id":2}',
    '{"id":{},"query":"x"}',
    '["id","query"]',
    "null",
    `{"id":3,"query":"${"x".repeat(1_100_000)}"}`,
    '{"id":4,"query":"PDF"}',
  ].join("\n");
  const { code, out, err } = await machine.run(["search", "--batch", "-", ...root], { input });
  expect(code).toBe(1);
  expect(answers(out).map(({ id }) => id)).toEqual([1, 4]);
  expect(err.split("\n").map((line) => /line (\d)/.exec(line)?.[1])).toEqual([
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    undefined,
  ]);
  expect(err).toContain('line 2 of -: expected a JSON object such as {"id":"q1","query":');
  expect(err).toContain("line 7 of -: it is longer than 1,048,576 bytes.");
});

test("a second search finds the same, from the index", async () => {
  const words = ["search", "extract text", "--json", ...root];
  const runs = [
    await machine.run(words),
    await machine.run(words),
    await machine.run([...words, "--no-index"]),
  ];
  expect(new Set(runs.map(({ out }) => out)).size).toBe(1);
});

test("a skill whose program is missing here is found, since the user can install it", async () => {
  const needy = 'metadata:\n  openclaw: \'{"requires":{"bins":["no-such-program"]}}\'\n';
  const { run } = createTestMachine({ "repo/s/golang/SKILL.md": skillFile("golang", needy) });
  expect(JSON.parse((await run(["list", "--json", ...root])).out).skills).toMatchObject([
    { disabled: ["binary"] },
  ]);
  expect(JSON.parse((await run(["search", "golang files", "--json", ...root])).out).results).toMatchObject([
    { id: "golang" },
  ]);
});

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Benchmark, findRuns, readBenchmark, readGrading, readTiming } from "@skillwright/evals";
import { afterEach, expect, test } from "vitest";
import { startWire, type WireServer } from "../packages/cli/src/models/wire/test-wire.ts";
import type { WireRequest, WireTurn } from "../packages/cli/src/models/wire/test-wire-format.ts";
import { parseOutput } from "./command-schema.ts";
import { createFolder, removeFoldersAfterwards, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const examples = join(root, "examples/skills");
const evaluated = readdirSync(examples).filter((skill) =>
  existsSync(join(examples, skill, "evals/evals.json")),
);

/** Several agents in sequence, on machines that are busy with other tests. */
const slow = 300_000;

const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A provider whose model reads its folder, answers with what it saw, and judges with quotes. */
async function startModel(): Promise<Record<string, string>> {
  const server = await startWire("anthropic", answer);
  servers.push(server);
  return { ANTHROPIC_API_KEY: "key-of-a-test", ANTHROPIC_BASE_URL: server.url, SKILLWRIGHT_MODEL: "" };
}

function answer({ body, tools }: WireRequest): WireTurn {
  const text = JSON.stringify(body);
  if (tools.length === 0) return judge(text);
  if (!text.includes("looked-around"))
    return { calls: [{ id: "looked-around", tool: "bash", input: { command: "ls" } }] };
  const isGuided = text.includes("skill_content");
  return { text: `I looked around, ${isGuided ? "as the skill says" : "on my own account"}.` };
}

/** Every statement holds if the agent had the skill. */
function judge(text: string): WireTurn {
  const quote = "I looked around, as the skill says.";
  const numbers = [...text.matchAll(/(?:\\n|<statements[^>]*>\\n)(\d+)\. /g)].map(([, number]) =>
    Number(number),
  );
  const passed = text.includes(quote);
  const grades = [...new Set(numbers)].map((statement) => ({
    statement,
    reason: passed ? "It says so." : "Nothing shows it.",
    quotes: passed ? [quote] : [],
    passed,
  }));
  return { text: JSON.stringify({ grades }) };
}

test.each(evaluated)(
  "S0-33: the evals of the example %s run end to end against a provider's wire format",
  async (skill) => {
    const workspace = join(createFolder(), "workspace");
    const env = await startModel();
    const words = ["eval", join(examples, skill), "--runs", "1", "--yes", "--outputs", "--json"];
    const { code, stdout, stderr } = await skillwright([...words, "--workspace", workspace], { env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const report = parseOutput("eval", stdout);
    expect(report).toMatchObject({ skill, outputs: { complete: true, iteration: 1 } });
    const { runs, summary } = benchmarkOf(workspace);
    const evals = new Set(runs.map(({ evalId }) => evalId)).size;
    expect(runs.length).toBe(evals * 2);
    expect(summary.with_skill?.passRate?.mean).toBeGreaterThan(summary.without_skill?.passRate?.mean ?? 0);
    expect(existsSync(join(workspace, "iteration-1/report.html"))).toBe(true);
    for (const { folder } of findRuns(filesBelow(join(workspace, "iteration-1"))))
      checkRun(workspace, folder);
  },
  slow,
);

function benchmarkOf(workspace: string): Benchmark {
  const file = "iteration-1/benchmark.json";
  const read = readBenchmark(readFileSync(join(workspace, file), "utf8"), file);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" });
}

/** The results of a run follow the published formats. */
function checkRun(workspace: string, folder: string): void {
  const text = (file: string): string => readFileSync(join(workspace, "iteration-1", folder, file), "utf8");
  expect(readGrading(text("grading.json"), "grading.json")).toMatchObject({ ok: true });
  expect(readTiming(text("timing.json"), "timing.json")).toMatchObject({ ok: true });
  expect(text("transcript.md")).toContain("I looked around");
  expect(text("outputs/answer.md")).toContain("I looked around");
}

test(
  "queries are tried against a provider, and an interrupted measurement goes on",
  async () => {
    const workspace = join(createFolder(), "workspace");
    const env = await startModel();
    const words = [
      "eval",
      join(examples, "csv-check"),
      "--triggers",
      "-n",
      "1",
      "--yes",
      "--workspace",
      workspace,
    ];
    const first = await skillwright([...words, "--json"], { env });
    expect(first.code).toBe(0);
    const { triggers } = parseOutput("eval", first.stdout);
    expect(triggers).toMatchObject({ complete: true, recall: 0 });
    const again = await skillwright(words, { env });
    expect(again.stderr).toContain("All results exist; no model is called.");
  },
  slow,
);

test(
  "the page is served on this machine, saves feedback and ends when its reader is done",
  async () => {
    const workspace = join(createFolder(), "workspace");
    const env = await startModel();
    const words = ["eval", join(examples, "csv-check"), "--outputs", "-n", "1", "--yes", "-q"];
    await skillwright([...words, "--workspace", workspace], { env });
    const child = spawn(
      process.execPath,
      [join(root, "packages/cli/bin/skillwright.mjs"), "eval", "report", workspace, "--serve"],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const url = await new Promise<string>((resolve) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S{16,}/);
    const page = await (await fetch(url)).text();
    expect(page).toMatch(/^<!doctype html>/i);
    expect((await fetch(new URL("/", url))).status).toBeGreaterThanOrEqual(400);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  },
  slow,
);

test(
  "a run that is killed is gone on with, and what was done is not done again",
  async () => {
    const workspace = join(createFolder(), "workspace");
    let count = 0;
    const reached = Promise.withResolvers<void>();
    const server = await startWire("anthropic", (request) => {
      count += 1;
      if (count === 8) reached.resolve();
      return answer(request);
    });
    servers.push(server);
    const env = { ANTHROPIC_API_KEY: "key-of-a-test", ANTHROPIC_BASE_URL: server.url, SKILLWRIGHT_MODEL: "" };
    const words = ["eval", join(examples, "csv-check"), "--outputs", "-n", "3", "-j", "1", "--yes"];
    const child = spawn(
      process.execPath,
      [join(root, "packages/cli/bin/skillwright.mjs"), ...words, "--workspace", workspace],
      { stdio: "ignore", env: { ...process.env, ...env, SKILLWRIGHT_HOME: createFolder() } },
    );
    const ended = new Promise((resolve) => child.on("close", resolve));
    await reached.promise;
    child.kill("SIGKILL");
    await ended;
    const { code, stdout, stderr } = await skillwright([...words, "--workspace", workspace, "--json"], {
      env,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/12 runs, [1-9]\d* of them\s+reused\s+\(resuming iteration 1\)/);
    expect(parseOutput("eval", stdout)).toMatchObject({ outputs: { complete: true, iteration: 1 } });
  },
  slow,
);

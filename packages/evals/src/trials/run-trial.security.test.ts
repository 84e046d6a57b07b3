import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "@skillwright/core";
import { expect, onTestFinished, test } from "vitest";
import { call, finish, say, scriptModel, text, use } from "../../../runtime/src/agent/test-agent.ts";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { evalsLimits } from "../limits.ts";
import { createSuite, testHost } from "../testing/test-suite.ts";
import { formatTranscript } from "./format-transcript.ts";
import { trialsLimits } from "./limits.ts";
import { prepareSkills } from "./prepare-skills.ts";
import { runTrial, type TrialTask } from "./run-trial.ts";
import type { Trial } from "./trial.ts";

const key = "sk-test-0123456789/abc";

async function tryOut(
  answers: Parameters<typeof scriptModel>[0],
  task: Partial<TrialTask> = {},
): Promise<Trial> {
  const skills = await prepareSkills([createSuite({})], testHost);
  onTestFinished(() => skills.remove());
  return runTrial(
    { task: "Do it.", skills, files: [], timeoutMs: 20_000, ...task },
    { ...testHost, model: scriptModel(answers), secrets: [key] },
  );
}

test("a secret in a model's text, files, calls or file names is in nothing that is saved", async () => {
  const saveTo = join(createTestFolder(), "kept");
  const name = "sk-named-0123456789";
  const skills = await prepareSkills([], testHost);
  onTestFinished(() => skills.remove());
  const answers = [
    [
      ...text("It is sk-test-", `${key.slice(8)}.`),
      call("write", { path: "said.txt", content: `key: ${key}` }, `id-${key}`),
      call("write", { path: `${name}.txt`, content: "x" }, "two"),
      call("write", { path: "fine.txt", content: "x" }, "three"),
      call(`tool-${key}`, { [key]: [key, encodeURIComponent(key)] }, "four"),
      finish("tool-calls"),
    ],
    say(`Done with ${key}.`),
  ];
  const trial = await runTrial(
    { task: "Do it.", skills, files: [], timeoutMs: 20_000, saveTo },
    { ...testHost, model: scriptModel(answers), secrets: [key, name] },
  );
  expect(JSON.stringify(trial)).not.toMatch(/sk-test-0|sk-named|0123456789/);
  expect(trial.answer).toBe("Done with [redacted].");
  expect(trial.files.created).toEqual(["fine.txt", "said.txt", "[redacted].txt"]);
  expect(trial.files.texts).toContainEqual({ path: "said.txt", text: "key: [redacted]", isCut: false });
  expect(trial.events[0]).toEqual({ type: "said", text: "It is [redacted]." });
  expect(readdirSync(saveTo)).toEqual(["fine.txt"]);
});

test("part of a secret at the end of a truncated text is omitted", async () => {
  const content = `${"x".repeat(evalsLimits.trialTextCharacters - 12)}${key}`;
  const trial = await tryOut([use(call("write", { path: "a.txt", content })), say("Done.")]);
  expect(trial.files.texts[0]?.isCut).toBe(true);
  expect(trial.files.texts[0]?.text.slice(-12)).toBe("x[redacted]".padStart(12, "x"));
});

const places: readonly (readonly [string, (file: string) => void, string])[] = [
  ["a pipe", (file) => execFileSync("mkfifo", [file]), "option-invalid"],
  ["a link", (file) => symlinkSync("/dev/zero", file), "option-invalid"],
  ["a folder", (file) => mkdirSync(file), "option-invalid"],
  [
    "more than a skill may have",
    (file) => {
      writeFileSync(file, "");
      truncateSync(file, limits.digestBytes + 1);
    },
    "file-too-large",
  ],
];

test.each(places)("%s is not given to an agent, and does not block", async (_, place, code) => {
  const from = join(createTestFolder(), "given");
  place(from);
  const files = [{ from, to: "given" }];
  await expect(tryOut([say("Hi.")], { files })).rejects.toMatchObject({ code });
});

test.each([1000, 5000])("an input with %s levels is bounded so that it can be shown", async (depth) => {
  const input = `{"path":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const trial = await tryOut([use(call("read", input)), say("Done.")]);
  expect(trial.status).toBe("finished");
  expect(formatTranscript(trial)).toContain("Agent calls read");
  const kept = trial.events.find(({ type }) => type === "called");
  expect(JSON.stringify(kept).match(/\[/g)?.length ?? 0).toBeLessThan(trialsLimits.trialInputDepth);
});

test("a long input is cut to a limit", async () => {
  const content = "x".repeat(2 * evalsLimits.trialEventCharacters);
  const more = Array.from({ length: evalsLimits.trialEventCharacters }, () => 1);
  const trial = await tryOut([use(call("write", { path: "a.txt", content, more })), say("Done.")]);
  const kept = trial.events.find(({ type }) => type === "called");
  expect(JSON.stringify(kept).length).toBeLessThan(evalsLimits.trialEventCharacters + 1000);
  expect(JSON.stringify(kept)).toContain("x…");
});

import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { APICallError } from "ai";
import { expect, onTestFinished, test, vi } from "vitest";
import { call, finish, say, scriptModel, text, use } from "../../../runtime/src/agent/test-agent.ts";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { confined, createSuite, type SuiteContent, testHost } from "../testing/test-suite.ts";
import { prepareSkills } from "./prepare-skills.ts";
import { runTrial, type TrialHost, type TrialTask } from "./run-trial.ts";
import type { Trial } from "./trial.ts";

type Answers = Parameters<typeof scriptModel>[0];

async function tryOut(
  answers: Answers,
  { content = {}, ...task }: Partial<TrialTask> & { readonly content?: SuiteContent } = {},
  host: Partial<TrialHost> = {},
): Promise<Trial> {
  const skills = await prepareSkills([createSuite(content)], testHost);
  onTestFinished(() => skills.remove());
  return runTrial(
    { task: "Do it.", skills, files: [], timeoutMs: 20_000, ...task },
    { ...testHost, model: scriptModel(answers), ...host },
  );
}

const load = use(call("skills_load", { skill: "tried" }));

test.runIf(confined)("an agent works in its own folder, and everything it did is recorded", async () => {
  const { directory } = createSuite({ "notes.txt": "old" });
  const saveTo = join(createTestFolder(), "kept");
  const trial = await tryOut(
    [
      load,
      use(call("write", { path: "made.txt", content: "new" })),
      use(call("bash", { command: "echo more >> given.txt; rm gone.txt" })),
      say("I made made.txt."),
    ],
    {
      files: ["given.txt", "gone.txt", "deep/same.txt"].map((to) => ({ from: `${directory}/notes.txt`, to })),
      saveTo,
    },
  );
  expect(trial).toMatchObject({
    status: "finished",
    answer: "I made made.txt.",
    activated: ["tried"],
    steps: 4,
    usage: [{ model: "scripted", inputTokens: 40, cachedInputTokens: 16, outputTokens: 20 }],
  });
  expect(trial.files).toEqual({
    created: ["made.txt"],
    modified: ["given.txt"],
    deleted: ["gone.txt"],
    unchanged: ["deep/same.txt"],
    texts: [
      { path: "given.txt", text: "oldmore\n", isCut: false },
      { path: "made.txt", text: "new", isCut: false },
    ],
  });
  expect(trial.events.map(({ type }) => type)).toEqual([
    ...["called", "answered", "called", "answered", "called", "answered"],
    "said",
  ]);
  expect(readFileSync(join(saveTo, "made.txt"), "utf8")).toBe("new");
  expect(readdirSync(saveTo)).toEqual(["given.txt", "made.txt"]);
});

test("the folder is removed, and the trial can be stored as JSON", async () => {
  const trial = await tryOut([use(call("write", { path: "a.txt", content: "x" })), say("Done.")]);
  expect(JSON.parse(JSON.stringify(trial))).toEqual(trial);
  const folder = /skillwright-trial-\w+/.exec(JSON.stringify(trial.events))?.[0];
  if (folder !== undefined) expect(readdirSync(tmpdir())).not.toContain(folder);
});

test("an agent sees the skill without its tests and evals, which have the expected results", async () => {
  const content = { "evals/evals.json": "the answer is 42", "tests/cases/a.yaml": "42", "scripts/a.sh": "" };
  const skills = await prepareSkills([createSuite(content)], testHost);
  const [copy] = readdirSync(join(skills.folder, "0"));
  expect(readdirSync(join(skills.folder, "0", copy ?? ""))).toEqual(["SKILL.md", "scripts"]);
  await skills.remove();
  expect(readdirSync(tmpdir())).not.toContain(skills.folder.split("/").at(-1));
});

test("the digest covers what agents see: not evals, but any wording", async () => {
  const skill = createSuite({ "evals/evals.json": "1" });
  const manifest = "---\nname: tried\ndescription: Other words.\n---\n";
  const sets = await Promise.all([
    prepareSkills([skill], testHost),
    prepareSkills([createSuite({ "evals/evals.json": "2" })], testHost),
    prepareSkills([{ ...skill, manifest }], testHost),
  ]);
  const [one, other, reworded] = sets.map(({ digests }) => digests[0]);
  expect(other).toBe(one);
  expect(reworded).not.toBe(one);
  expect(sets[2]?.catalog.find("tried").description).toBe("Other words.");
  for (const set of sets) await set.remove();
});

test("without skills the agent sees none", async () => {
  const skills = await prepareSkills([], testHost);
  const trial = await tryOut([load, say("There is none.")], { skills });
  expect(trial).toMatchObject({ status: "finished", activated: [] });
  expect(trial.events).toContainEqual(expect.objectContaining({ type: "answered", ok: false }));
  await skills.remove();
});

test("the trial ends once the skill is activated, if that is what it waits for", async () => {
  const trial = await tryOut([load, say("Never said.")], { untilActivated: "tried" });
  expect(trial).toMatchObject({ status: "stopped", activated: ["tried"], steps: 1 });
  expect(trial.usage).toMatchObject([{ inputTokens: 10, outputTokens: 5 }]);
  expect(trial.events).not.toContainEqual(expect.objectContaining({ type: "said" }));
});

test("a skill with a sub-agent counts as activated before the sub-agent finishes", async () => {
  const content = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\ncontext: fork\n---\nLook.\n" };
  const answers = [load, use(call("glob", { pattern: "*" }, "inner")), say("Nothing there.")];
  const trial = await tryOut(answers, { content, untilActivated: "tried" });
  expect(trial).toMatchObject({ status: "stopped", activated: ["tried"] });
  expect(JSON.stringify(trial.events)).not.toContain("Nothing there.");
});

test("a skill can be active from the start, as if the user invoked it", async () => {
  const model = scriptModel([say("Done.")]);
  const trial = await tryOut([], { activate: "tried" }, { model });
  expect(trial.activated).toEqual(["tried"]);
  expect(JSON.stringify(model.doStreamCalls[0]?.prompt)).toContain("skill_content");
});

test("a model that returns nothing is a model error, not a result of the skill", async () => {
  const trial = await tryOut([{ parts: [], ends: "silence" }], { timeoutMs: 200 });
  expect(trial).toMatchObject({ status: "failed", steps: 0, fault: "The model did not answer in time." });
});

test("nor is waiting for a model to retry", async () => {
  const busy = new APICallError({
    ...{
      message: "busy",
      url: "http://127.0.0.1",
      requestBodyValues: {},
      statusCode: 429,
      isRetryable: true,
    },
    responseHeaders: { "retry-after": "30" },
  });
  const answers = [use(call("glob", { pattern: "*" })), { error: busy }];
  const trial = await tryOut(answers, { timeoutMs: 300 });
  expect(trial).toMatchObject({ status: "failed", steps: 1, faultKind: expect.any(String) });
});

test.runIf(confined)("a program that uses up the time is not the model's error", async () => {
  const trial = await tryOut([use(call("bash", { command: "sleep 20" }))], { timeoutMs: 500 });
  expect(trial).toMatchObject({ status: "timed-out" });
  expect(trial.fault).toBeUndefined();
});

test("a trial that the caller stops is aborted", async () => {
  expect(await tryOut([say("Hi.")], {}, { signal: AbortSignal.abort() })).toMatchObject({
    status: "aborted",
  });
});

test("an unusable model is an error of the trial, with its reason", async () => {
  const trial = await tryOut([{ error: new Error("no such model") }], { maxSteps: 1 });
  expect(trial.status).toBe("failed");
  expect(trial.fault).toContain("no such model");
  expect(trial.faultKind).toBe("failed");
});

test("a refused call is marked as such", async () => {
  const content = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\nallowed-tools: Read\n---\n" };
  const write = use(call("write", { path: "a.txt", content: "x" }, "second"));
  const trial = await tryOut([load, write, say("I may not.")], { content });
  expect(trial.events).toContainEqual(
    expect.objectContaining({ type: "answered", tool: "write", ok: false, denied: true }),
  );
  expect(trial.files.created).toEqual([]);
});

test("predefined answers replace tools, and the guard decides first", async () => {
  const standIns: TrialTask["standIns"] = (tool) =>
    tool === "bash" ? { success: true, result: { stdout: "pod is ready" } } : undefined;
  const calls = [use(call("bash", { command: "kubectl get pods" })), say("Ready.")];
  const trial = await tryOut(calls, { standIns });
  expect(trial.events[1]).toMatchObject({ type: "answered", ok: true });
  expect(JSON.stringify(trial.events[1])).toContain("pod is ready");
  const content = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\nallowed-tools: Read\n---\n" };
  const refused = await tryOut([load, ...calls], { standIns, content });
  expect(JSON.stringify(refused.events)).not.toContain("pod is ready");
});

test("a sub-agent's text and calls carry its skill", async () => {
  const content = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\ncontext: fork\n---\nLook.\n" };
  const trial = await tryOut(
    [load, use(call("glob", { pattern: "*" }, "inner")), say("Nothing there."), say("It found nothing.")],
    { content },
  );
  expect(trial.events).toContainEqual({ agent: "tried", type: "said", text: "Nothing there." });
  expect(trial.answer).toBe("It found nothing.");
  expect(trial.usage[0]?.inputTokens).toBe(40);
});

test.each(["../out.txt", ".", "a/../../out.txt"])("a file for the agent at %s is refused", async (to) => {
  const { directory } = createSuite({ "a.txt": "" });
  const trial = tryOut([say("Hi.")], { files: [{ from: `${directory}/a.txt`, to }] });
  await expect(trial).rejects.toThrow(SkillError);
});

test("a missing file is named", async () => {
  const files = [{ from: "/nowhere/a.txt", to: "a.txt" }];
  await expect(tryOut([say("Hi.")], { files })).rejects.toMatchObject({ code: "file-missing" });
});

const forking = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\ncontext: fork\n---\nLook.\n" };

test("a model that fails in a skill's own sub-agent is an error of the trial", async () => {
  const answers = [{ error: new Error("no such model") }];
  const trial = await tryOut(answers, { content: forking, activate: "tried" });
  expect(trial).toMatchObject({ status: "failed", fault: expect.stringContaining("no such model") });
});

test("stopping during a skill's sub-agent stops the trial", async () => {
  const stop = new AbortController();
  const model = scriptModel([{ parts: [], ends: "silence" }]);
  const trial = tryOut([], { content: forking, activate: "tried" }, { model, signal: stop.signal });
  await vi.waitFor(() => expect(model.doStreamCalls.length).toBe(1));
  stop.abort();
  expect(await trial).toMatchObject({ status: "aborted" });
});

test("text in pieces is joined, and the text of a retried step does not count", async () => {
  const busy = new APICallError({
    message: "busy",
    url: "http://127.0.0.1",
    requestBodyValues: {},
    statusCode: 529,
    isRetryable: true,
    responseHeaders: { "retry-after": "0" },
  });
  const cut = { parts: text("I will ", "begin."), ends: "cut" } as const;
  const done = [...text("First ", "this."), { type: "text-end", id: "t" } as const, finish("stop")];
  const trial = await tryOut([cut, { error: busy }, done]);
  expect(trial.events).toEqual([{ type: "said", text: "First this." }]);
  expect(trial.answer).toBe("First this.");
});

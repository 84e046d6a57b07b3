import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";
import { runAgainst, runFiles, startProvider, stopProvidersAfterwards, wireKinds } from "../test-run.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const read = { id: "c1", tool: "read", input: { path: "notes.md" } };

test.each(wireKinds)(
  "on %s a rate limit is waited for, announced, and the run then succeeds",
  async (kind) => {
    const provider = await startProvider(kind, [
      { fault: { kind: "status", status: 429, headers: { "retry-after": "0" } } },
      { text: "It is 42." },
    ]);
    const { code, out, err } = await runAgainst(provider, ["x"]);
    expect({ code, out, requests: provider.requests.length }).toEqual({
      code: 0,
      out: "It is 42.\n",
      requests: 2,
    });
    expect(err.replaceAll("\n", " ")).toMatch(/is not accepting more requests right now.*Attempt 2 in /);
  },
);

test.each(wireKinds)("on %s a rejected key ends the run with 4 and advice", async (kind) => {
  const provider = await startProvider(kind, [{ fault: { kind: "status", status: 401 } }]);
  const { code, out, err } = await runAgainst(provider, ["x"]);
  expect({ code, out, requests: provider.requests.length }).toEqual({ code: 4, out: "", requests: 1 });
  expect(err).toContain("The provider did not accept the key (status 401). Check the key");
  expect(err).not.toContain("key-of-a-test");
});

test.each(wireKinds)("on %s a nonexistent model ends the run with 4", async (kind) => {
  const provider = await startProvider(kind, [{ fault: { kind: "status", status: 404 } }]);
  const { code, err } = await runAgainst(provider, ["x"]);
  expect(code).toBe(4);
  expect(err).toContain("The provider has no such model, or this key cannot use it (status 404).");
});

test("a broken stream is retried, and its earlier text does not count", async () => {
  const provider = await startProvider("anthropic", [
    { text: "Half an answ", fault: { kind: "cut" } },
    { text: "It is 42." },
  ]);
  const { code, out, err } = await runAgainst(provider, ["x"]);
  expect({ code, out }).toEqual({ code: 0, out: "It is 42.\n" });
  expect(err).toContain("broke off");
});

test("--json reports a failure as one object", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [read] },
    { fault: { kind: "status", status: 401 } },
  ]);
  const { code, out } = await runAgainst(provider, ["x", "--json"]);
  expect(code).toBe(4);
  expect(JSON.parse(out)).toMatchObject({ status: "failed", steps: 1, fault: { kind: "unauthorized" } });
});

test("a missing provider is reported as unreachable", async () => {
  const provider = await startProvider("anthropic", []);
  await provider.close();
  const { code, err } = await runAgainst(provider, ["x"]);
  expect(code).toBe(4);
  expect(err).toContain("The provider cannot be reached");
  expect(err.replaceAll("\n", " ")).toContain(`Tried ${new URL(provider.url).origin} (`);
});

test("a model that falls silent is stopped by --timeout", async () => {
  const provider = await startProvider("anthropic", [{ text: "Well", fault: { kind: "silence" } }]);
  const { code, err } = await runAgainst(provider, ["x", "--timeout", "1"]);
  expect(code).toBe(1);
  expect(err).toContain("and was stopped. Allow more with --timeout.");
});

test("an agent that needs more steps than allowed gives up", async () => {
  const provider = await startProvider("anthropic", (_, index) => ({
    text: `Step ${index}.`,
    calls: [{ id: `c${index}`, tool: "glob", input: { pattern: `*${index}` } }],
  }));
  const { code, out, err } = await runAgainst(provider, ["x", "--max-steps", "2"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("Step 1.\n\n→ glob *1\n\nThe agent did not finish within 2 steps.");
});

test("an agent that repeats calls is warned, then stopped", async () => {
  const provider = await startProvider("anthropic", (_, index) => ({
    calls: [{ ...read, id: `c${index}` }],
  }));
  const { code, err } = await runAgainst(provider, ["x"]);
  expect(code).toBe(1);
  expect(err).toContain("The agent is repeating a call (read, 3 times) and was warned.");
  expect(err).toContain("The agent repeated the same calls and was stopped.");
});

test("a nonexistent tool is answered and shown, and does not stop the run", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "review", input: { path: "notes.md" } }] },
    { calls: [{ id: "c2", tool: "reed", input: { path: "notes.md" } }] },
    { text: "I see." },
  ]);
  const { code, err } = await runAgainst(provider, ["x"]);
  expect(code).toBe(0);
  expect(err).toContain(
    "→ review notes.md\n  failed: 'review' is a skill, not a tool. To use it, call the tool Skill",
  );
  expect(err).toContain("→ reed notes.md\n  failed: There is no tool called 'reed'. Did you mean read?");
});

test("Ctrl-C ends the run with 130: no more model calls, and the log is closed", async () => {
  const interrupt = new AbortController();
  const provider = await startProvider("anthropic", () => {
    interrupt.abort();
    return { text: "Well", fault: { kind: "silence" } };
  });
  const machine = createTestMachine(runFiles);
  const words = ["x", "--skill", "review"];
  const { code, out, err } = await runAgainst(provider, words, { machine, signal: interrupt.signal });
  expect({ code, out, requests: provider.requests.length }).toEqual({ code: 130, out: "", requests: 1 });
  expect(err).toContain("Interrupted; nothing is running anymore.");
  const lines = readFileSync(`${machine.folder}/data/audit.jsonl`, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).event).slice(-2)).toEqual([
    "skill-deactivated",
    "session-ended",
  ]);
  expect(await machine.run(["audit", "verify"])).toMatchObject({ code: 0 });
});

test("Ctrl-C in the sub-agent of a skill that the user named ends the run too", async () => {
  const interrupt = new AbortController();
  const provider = await startProvider("anthropic", () => {
    interrupt.abort();
    return { text: "Well", fault: { kind: "silence" } };
  });
  const { signal } = interrupt;
  expect(await runAgainst(provider, ["x", "--skill", "survey"], { signal })).toMatchObject({
    code: 130,
    out: "",
  });
  expect(provider.requests).toHaveLength(1);
});

test("--timeout in the sub-agent of a skill that the user named ends the run as usual", async () => {
  const provider = await startProvider("anthropic", [{ text: "Well", fault: { kind: "silence" } }]);
  const run = await runAgainst(provider, ["x", "--skill", "survey", "--timeout", "1", "--json"]);
  expect(run.code).toBe(1);
  expect(JSON.parse(run.out)).toMatchObject({ status: "timed-out", steps: 0, skills: [{ name: "survey" }] });
  expect(run.err).toContain("and was stopped. Allow more with --timeout.");
  expect(provider.requests).toHaveLength(1);
});

test("Ctrl-C stops a command that runs, with all that it started", async () => {
  const interrupt = new AbortController();
  const machine = createTestMachine(runFiles);
  const command = "echo started > started.txt; sleep 600; echo over > over.txt";
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "bash", input: { command } }] },
  ]);
  const running = runAgainst(provider, ["x", "--yes", "--no-sandbox"], { machine, signal: interrupt.signal });
  await expect
    .poll(() => readIfThere(`${machine.folder}/repo/started.txt`), { timeout: 30_000 })
    .toBe("started\n");
  interrupt.abort();
  expect(await running).toMatchObject({ code: 130 });
  expect(readIfThere(`${machine.folder}/repo/over.txt`)).toBeUndefined();
});

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

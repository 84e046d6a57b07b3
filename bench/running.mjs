import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "@skillwright/core/node";
import { createSession } from "@skillwright/runtime";
import { runAgent } from "@skillwright/runtime/agent";
import { openSandbox } from "@skillwright/runtime/sandbox";
import { heading, interleaveAsync, row } from "./measure.mjs";

/** What the sandbox, sub-agents and the agent's loop cost besides the program and the model. */
export async function measureRunning() {
  heading("running");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-bench-")));
  const skill = join(folder, "skills", "survey");
  mkdirSync(skill, { recursive: true });
  writeFileSync(
    join(skill, "SKILL.md"),
    "---\nname: survey\ndescription: Surveys. Use when surveying.\ncontext: fork\n---\nSurvey.\n",
  );
  const catalog = openCatalog({ roots: [join(folder, "skills")] });
  await measureSandbox(folder);
  await measureForks(catalog, folder);
  await measureSteps(catalog, folder);
  rmSync(folder, { recursive: true, force: true });
}

async function measureSandbox(folder) {
  const PATH = "/usr/local/bin:/usr/bin:/bin";
  let sandbox;
  try {
    sandbox = await openSandbox({ platform: process.platform, path: PATH });
  } catch (error) {
    console.error(`The sandbox is not measured: ${error.message}`);
    return;
  }
  const request = {
    command: ["true"],
    cwd: folder,
    environment: { PATH },
    timeoutMs: 10_000,
    outputBytes: 1000,
    readable: [folder],
    writable: [],
    network: "none",
  };
  const confined = () => sandbox.run(request);
  const listed = () => sandbox.run({ ...request, programs: ["git"] });
  const best = await interleaveAsync(40, { bare: () => runBare(folder), confined, listed });
  row("program that does nothing, bare (ms)", best.bare);
  row(`same in ${sandbox.name}, minus it (ms)`, best.confined - best.bare, 30);
  row("same with only the programs of Bash(git:*), times", best.listed / best.confined, 3);
}

/** Started as the sandbox starts programs: with pipes, awaited until they close. */
function runBare(cwd) {
  return new Promise((resolve) => {
    const child = spawn("/usr/bin/true", [], { cwd, stdio: "pipe" });
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.end();
    child.on("close", resolve);
  });
}

async function measureForks(catalog, workspace) {
  const answer = { text: "Seen." };
  const session = createSession({ catalog, workspace, runSubagent: async () => answer });
  const best = await interleaveAsync(200, { fork: () => session.activate({ skill: "survey" }) });
  row("session of a sub-agent, opened and closed (ms)", best.fork, 5);
  await session.close();
}

/** A model that answers at once and lists skills in every step but the last. */
async function measureSteps(catalog, workspace) {
  const { MockLanguageModelV4, convertArrayToReadableStream } = await import("ai/test");
  const steps = 40;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const runOnce = async () => {
    let step = 0;
    const model = new MockLanguageModelV4({
      doStream: async () => {
        step++;
        const isLast = step === steps;
        const parts = isLast
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: "Done." },
              { type: "text-end", id: "t" },
            ]
          : [
              {
                type: "tool-call",
                toolCallId: `c${step}`,
                toolName: "skills_list",
                input: JSON.stringify({ query: `word ${step}` }),
              },
            ];
        const finishReason = { unified: isLast ? "stop" : "tool-calls", raw: undefined };
        return {
          stream: convertArrayToReadableStream([
            { type: "stream-start", warnings: [] },
            ...parts,
            { type: "finish", finishReason, usage },
          ]),
        };
      },
    });
    const session = createSession({ catalog, workspace, agentTools: true });
    const result = await runAgent({ session, model, task: "Go." });
    await session.close();
    if (result.steps !== steps) throw new Error(`expected ${steps} steps, found ${result.steps}`);
  };
  const best = await interleaveAsync(8, { agent: runOnce });
  row(`agent step of ${steps}, model excluded (ms)`, best.agent / steps, 5);
}

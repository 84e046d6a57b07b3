import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { systemClock } from "@skillwright/runtime";
import { createUnconfinedSandbox } from "@skillwright/runtime/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { planTests } from "./plan-tests.ts";
import { commandCase, confined, createSuite, runCommand, runFirst, runPlanned } from "./test-suite.ts";

/** Processes of this machine, in any namespace, with a word in their arguments. */
function processesWith(word: string): readonly string[] {
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id) && commandOf(id).includes(word));
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    // It has just ended.
    return "";
  }
}

/** A number of seconds that no other process sleeps for, by which it can be found. */
function createNap(): string {
  return `${3000 + Math.floor(systemClock.now() % 1000)}.${process.pid}${Math.floor(systemClock.elapsed() * 1000)}`;
}

/** How long a case may take here: no test may depend on speed. */
const short = { "tests/test-config.json": '{"version":1,"timeout":1}' };

const backends = [
  { name: "bubblewrap", sandbox: confined },
  { name: "none", sandbox: createUnconfinedSandbox() },
].flatMap(({ name, sandbox }) => (sandbox ? [{ name, sandbox }] : []));

describe.skipIf(process.platform !== "linux").each(backends)("S0-19: $name", ({ sandbox }) => {
  test("a case that hangs and ignores signals is killed, and leaves nothing behind", async () => {
    const nap = createNap();
    const command = `trap '' TERM; echo begun; while :; do sleep ${nap}; done`;
    const result = await runFirst(
      { ...short, "tests/cases/01-case.yaml": commandCase(command) },
      { sandbox },
    );
    expect(result).toMatchObject({
      status: "failed",
      failures: [{ kind: "stopped", actual: "timed-out", output: "begun\n" }],
    });
    expect(processesWith(nap)).toEqual([]);
  });

  test.each(["stdout", "stderr"])("a case that floods %s is ended long before its time", async (stream) => {
    const nap = createNap();
    const { failures } = await runCommand(`yes ${nap} ${stream === "stderr" ? ">&2" : ""}`, [], { sandbox });
    expect(failures).toMatchObject([{ kind: "truncated" }]);
    expect(processesWith(nap)).toEqual([]);
  });

  test("background processes of a case end with it", async () => {
    const nap = createNap();
    const { status } = await runCommand(`sleep ${nap} >/dev/null 2>&1 & echo done`, [], { sandbox });
    expect(status).toBe("passed");
    await expect.poll(() => processesWith(nap), { timeout: 10_000 }).toEqual([]);
  });

  test("a case that is aborted with the others neither passes nor fails", async () => {
    const nap = createNap();
    const stop = new AbortController();
    const running = runCommand(`sleep ${nap}`, [], { sandbox, signal: stop.signal });
    await expect.poll(() => processesWith(nap).length, { timeout: 20_000 }).toBeGreaterThan(0);
    stop.abort();
    expect(await running).toMatchObject({ status: "skipped", failures: [] });
    expect(processesWith(nap)).toEqual([]);
  });

  test("folders deeper than the path limit are removed with the copy", async () => {
    const command =
      "pwd; name=$(printf 'd%.0s' {1..200}); for i in {1..40}; do mkdir $name && cd -P $name; done; exit 1";
    const { output } = await runCommand(command, [], { sandbox });
    const [, copy = "unknown"] = /(skillwright-test-\w+)/.exec(output?.stdout ?? "") ?? [];
    expect(copy).toMatch(/^skillwright-test-/);
    expect(readdirSync(tmpdir())).not.toContain(copy);
  });
});

describe.skipIf(confined === undefined)("S0-19: a case in the sandbox", () => {
  test("that forks endlessly is stopped, with all its processes", async () => {
    const nap = createNap();
    const command = `for i in {1..2000}; do sleep ${nap} & done; wait`;
    const { failures } = await runCommand(command);
    expect(failures).toMatchObject([{ kind: "stopped", actual: "over-limit", exceeded: "processes" }]);
    expect(processesWith(nap)).toEqual([]);
  });

  test("that leaves its group does not outlive it", async () => {
    const nap = createNap();
    const { status } = await runCommand(`setsid sleep ${nap} >/dev/null 2>&1 < /dev/null & echo done`);
    expect(status).toBe("passed");
    expect(processesWith(nap)).toEqual([]);
  });

  test("reads none of the user's files, nor the skill's own folder, and writes only to its copy", async () => {
    const skill = createSuite({});
    const other = createSuite({ "secret.txt": "secret" });
    const { output } = await runCommand(
      [
        `cat ${other.directory}/secret.txt`,
        `ls ${skill.directory}`,
        `echo x > ${other.directory}/made`,
        "exit 1",
      ].join("; "),
    );
    expect(output?.stdout).toBe("");
    expect(output?.stderr.match(/No such file|Read-only|Permission denied/g)?.length).toBe(3);
    expect(readdirSync(other.directory)).toEqual(["SKILL.md", "secret.txt"]);
  });

  test("has no network", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end("hello");
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const command = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3; exit 1`;
    const confinedRun = await runCommand(command);
    expect({ connections, stdout: confinedRun.output?.stdout }).toEqual({ connections: 0, stdout: "" });
    const freeRun = await runCommand(command, [], { sandbox: createUnconfinedSandbox() });
    expect({ connections, stdout: freeRun.output?.stdout }).toEqual({ connections: 1, stdout: "hello" });
  });
});

describe("a snapshot", () => {
  const content = { "tests/cases/01-case.yaml": commandCase("echo hello", ["snapshot: true"]) };

  test.each(["tests/snapshots", "tests/snapshots/01-case.txt"])(
    "is neither read nor written through a link at %s that leads out of the skill",
    async (place) => {
      const outside = createTestFolder();
      const skill = createSuite({ ...content, "tests/snapshots/other.txt": "" });
      const link = join(skill.directory, place);
      rmSync(link, { recursive: true, force: true });
      symlinkSync(place.endsWith(".txt") ? join(outside, "01-case.txt") : outside, link);
      const plan = planTests({ fs: createNodeFileSystem(), skill });
      const results = [await runPlanned(plan), await runPlanned(plan, { snapshots: "update" })];
      // The copy is refused: its skill has a link out.
      expect(results.map(({ failures }) => failures.map(({ kind }) => kind))).toEqual([
        ["not-run"],
        ["not-run"],
      ]);
      expect(readdirSync(outside)).toEqual([]);
    },
  );
});

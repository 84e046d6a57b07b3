import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ReportedCall } from "./agent-dialect.ts";
import { awaitEarlierHooks } from "./hook-order.ts";
import { startDeadline } from "./judge-hook.ts";

const call: ReportedCall = { kind: "call", uses: [{ tool: "Bash", input: {} }] };
const line = "/bin/sh\0-c\0limits\0skillwright\0node\0guard\0--agent\0gemini-cli\0";
const agent = 10;

let proc = "";
afterEach(() => rmSync(proc, { recursive: true, force: true }));

type Shown = {
  readonly pid: number;
  readonly start: number;
  readonly line?: string;
  readonly state?: string;
};

/** A process table: an agent with children, the last of which is the shell around this hook. */
function showProcesses(...children: readonly Shown[]): void {
  proc = mkdtempSync(join(tmpdir(), "proc-"));
  addProcess({ pid: agent, start: 1, line: "gemini\0" }, 1);
  for (const child of children) addProcess(child, agent);
  mkdirSync(join(proc, `${agent}/task/11`), { recursive: true });
  const [first, ...others] = children.map(({ pid }) => `${pid} `);
  mkdirSync(join(proc, `${agent}/task/12`));
  writeFileSync(join(proc, `${agent}/task/11/children`), first ?? "");
  writeFileSync(join(proc, `${agent}/task/12/children`), others.join(""));
}

function addProcess({ pid, start, line: words = line, state = "S" }: Shown, parent: number): void {
  mkdirSync(join(proc, String(pid)), { recursive: true });
  const zeros = "0 ".repeat(17);
  writeFileSync(join(proc, `${pid}/stat`), `${pid} (a (b) c) ${state} ${parent} ${zeros}${start} 0\n`);
  writeFileSync(join(proc, `${pid}/cmdline`), words);
}

/** Whether the hook with this id still waits after a moment, and after the others have ended. */
async function watch(pid: number, ...ending: readonly number[]): Promise<readonly boolean[]> {
  let isDone = false;
  const waiting = awaitEarlierHooks(call, startDeadline(performanceClock), { proc, pid });
  void waiting.then(() => {
    isDone = true;
  });
  await moment();
  const before = !isDone;
  for (const one of ending) rmSync(join(proc, String(one)), { recursive: true });
  await moment();
  const after = !isDone;
  if (!after) await waiting;
  return [before, after];
}

const performanceClock = { elapsed: () => performance.now() };

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

test("a hook waits until the hooks that its agent started before have ended", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 500 }, { pid: 22, start: 501 });
  expect(await watch(22, 20, 21)).toEqual([true, false]);
});

test("a hook does not wait for those that were started later", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 500 }, { pid: 22, start: 501 });
  expect(await watch(20)).toEqual([false, false]);
});

test("the program inside the hook's shells stands where its outermost shell stands", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 500 });
  addProcess({ pid: 30, start: 502 }, 20);
  addProcess({ pid: 31, start: 503, line: "node\0skillwright.mjs\0guard\0--agent\0gemini-cli\0" }, 30);
  expect(await watch(31)).toEqual([false, false]);
  rmSync(join(proc, "31"), { recursive: true });
  addProcess({ pid: 31, start: 503, line: "node\0skillwright.mjs\0guard\0--agent\0gemini-cli\0" }, 21);
  expect(await watch(31, 20)).toEqual([true, false]);
});

test("an agent that is a shell script is not taken for the shell around its hook", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 501 });
  addProcess({ pid: agent, start: 1, line: "/bin/bash\0./agent.sh\0" }, 1);
  expect(await watch(21, 20)).toEqual([true, false]);
});

test.each<[string, Shown]>([
  ["is not a hook", { pid: 20, start: 500, line: "npm\0test\0" }],
  ["is another command of ours", { pid: 20, start: 500, line: "node\0skillwright\0serve\0" }],
  ["mentions a hook", { pid: 20, start: 500, line: "bash\0-c\0grep -r 'guard --agent' .; sleep 9\0" }],
  ["mentions it and us", { pid: 20, start: 500, line: "bash\0-c\0cd skillwright; rg 'guard --agent'\0" }],
  ["has ended and is not collected yet", { pid: 20, start: 500, state: "Z" }],
  ["is being removed", { pid: 20, start: 500, state: "X" }],
  ["has run for longer than any hook", { pid: 20, start: 500 - 60 * 100 }],
])("a hook does not wait for a process that %s", async (_, other) => {
  showProcesses(other, { pid: 21, start: 501 });
  expect(await watch(21)).toEqual([false, false]);
});

test("a process that has taken over the id of an earlier hook is not waited for", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 501 });
  const waiting = awaitEarlierHooks(call, startDeadline(performanceClock), { proc, pid: 21 });
  addProcess({ pid: 20, start: 900 }, agent);
  expect(await waiting).toBeUndefined();
});

test("a process that ends while it is looked at is not waited for", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 501 });
  rmSync(join(proc, "20"), { recursive: true });
  expect(await watch(21)).toEqual([false, false]);
});

test("a hook that waits too long fails, so that its call is refused", async () => {
  showProcesses({ pid: 20, start: 500 }, { pid: 21, start: 501 });
  let now = 0;
  const elapsed = (): number => {
    now += 1000;
    return now;
  };
  await expect(awaitEarlierHooks(call, startDeadline({ elapsed }), { proc, pid: 21 })).rejects.toThrow(
    "not judged within 4 seconds",
  );
});

test.each([
  [
    "not shown",
    () => {
      proc = mkdtempSync(join(tmpdir(), "proc-"));
    },
  ],
  [
    "shown without their start",
    () => {
      showProcesses({ pid: 21, start: 501 });
      writeFileSync(join(proc, "21/stat"), `21 (a) S ${agent}\n`);
    },
  ],
])("where processes are %s, calls that load skills go first", async (_, show) => {
  show();
  const order: string[] = [];
  const deadline = startDeadline(performanceClock);
  const at = { settles: true, proc, pid: 21 };
  await Promise.all([
    awaitEarlierHooks(call, deadline, at).then(() => order.push("other")),
    moment().then(() =>
      awaitEarlierHooks({ ...call, loads: ["pdf"] }, deadline, at).then(() => order.push("load")),
    ),
  ]);
  expect(order).toEqual(["load", "other"]);
});

test("where processes are not shown, no call waits unless that is requested", async () => {
  proc = mkdtempSync(join(tmpdir(), "proc-"));
  expect(await watch(21)).toEqual([false, false]);
});

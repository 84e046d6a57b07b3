import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReportedCall } from "./agent-dialect.ts";
import type { Deadline } from "./judge-hook.ts";
import { agentHooksLimits } from "./limits.ts";

type ProcessTable = {
  /** Whether calls that load no skill wait a moment where the system does not show its processes. */
  readonly settles?: boolean;
  readonly proc?: string;
  readonly pid?: number;
};

/**
 * Waits until the hooks that the agent started before this one have ended, so that calls of one message are decided in
 * their order: an agent that starts all their hooks at once starts them in that order. Fails after the deadline. Where
 * the system does not show its processes, calls that load skills go first.
 */
export async function awaitEarlierHooks(
  { loads }: ReportedCall,
  deadline: Deadline,
  { settles = false, proc = "/proc", pid = process.pid }: ProcessTable = {},
): Promise<void> {
  const earlier = listEarlierHooks(proc, pid);
  if (earlier === undefined)
    return settles && loads === undefined ? sleep(agentHooksLimits.settleMs) : undefined;
  for (const hook of earlier) {
    while (isRunning(proc, hook)) {
      deadline.check();
      await sleep(agentHooksLimits.pollMs);
    }
  }
}

type Process = {
  readonly pid: number;
  readonly parent: number;
  /** Ticks since the system's start. */
  readonly start: number;
  readonly hasEnded: boolean;
};

/** Undefined if the system does not show its processes. */
function listEarlierHooks(proc: string, pid: number): readonly Process[] | undefined {
  const own = findHook(proc, pid);
  if (own === undefined) return undefined;
  const children = listChildren(proc, own.parent);
  return children?.flatMap((child) => {
    const one = readProcess(proc, child);
    return one !== undefined && isBefore(one, own) && isHook(commandLine(proc, child)) ? [one] : [];
  });
}

/** Hooks of one message start within moments. What has run for longer only looks like one. */
function isBefore(one: Process, other: Process): boolean {
  const ticks = other.start - one.start;
  return (ticks > 0 && ticks < longestTicks) || (ticks === 0 && one.pid < other.pid);
}

/** Ten seconds, which is how long agents wait for their hooks. */
const longestTicks = 1000;

/** The process that the agent started: this one, or a shell around it. */
function findHook(proc: string, pid: number): Process | undefined {
  let hook = readProcess(proc, pid);
  while (hook !== undefined && isHookShell(commandLine(proc, hook.parent)))
    hook = readProcess(proc, hook.parent);
  return hook;
}

function isHookShell(line: string): boolean {
  const [program = ""] = line.split("\0", 1);
  return /(?:^|[/-])(?:ba|da|a|z|k|fi)?sh$/.test(program) && isHook(line);
}

/** By its command line, whatever shells and programs are in front. Text that only mentions the options does not count. */
function isHook(line: string): boolean {
  const at = line.search(/\bguard[\0 ]--agent\b/);
  return at !== -1 && /\b(?:skillwright|skw)\b[^;&|\n]*$/.test(line.slice(Math.max(0, at - longestPath), at));
}

const longestPath = 4096;

function isRunning(proc: string, { pid, start }: Process): boolean {
  const now = readProcess(proc, pid);
  return now !== undefined && now.start === start && !now.hasEnded;
}

/** A name may contain spaces and parentheses; the fields after it do not. */
function readProcess(proc: string, pid: number): Process | undefined {
  const text = read(`${proc}/${pid}/stat`);
  const [state, parent, ...fields] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const start = Number(fields[17]);
  if (!Number.isInteger(start)) return undefined;
  return { pid, parent: Number(parent), start, hasEnded: state === "Z" || state === "X" };
}

function commandLine(proc: string, pid: number): string {
  return read(`${proc}/${pid}/cmdline`);
}

/** Any thread may have started them. */
function listChildren(proc: string, pid: number): readonly number[] | undefined {
  try {
    const threads = readdirSync(`${proc}/${pid}/task`);
    const lists = threads.map((thread) => read(`${proc}/${pid}/task/${thread}/children`));
    return Array.from(lists.join(" ").matchAll(/\d+/g), ([child]) => Number(child));
  } catch {
    return undefined;
  }
}

/** Empty for a process that has ended or is hidden. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

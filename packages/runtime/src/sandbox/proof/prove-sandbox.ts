import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import type { RunResult, Sandbox, SandboxProof } from "../sandbox.ts";
import { type Bait, createBait, readTraces, withListener } from "./bait.ts";
import { evaluateProbes, type ProbeReport } from "./evaluate-probes.ts";
import { probeCommand } from "./probe-script.ts";

/**
 * Tries to break out of a sandbox, once: a script inside goes for files, sockets and processes that the host
 * sets up as bait. Returns leaks instead of throwing; throws only if nothing can be started in the sandbox.
 */
export async function proveSandbox(sandbox: Sandbox): Promise<SandboxProof> {
  const folder = makeFolder();
  try {
    const bait = createBait(folder);
    const { result, connections } = await runProbes(sandbox, bait);
    const linux = process.platform === "linux";
    return evaluateProbes({
      ...bait,
      linux,
      output: result.stdout,
      truncated: result.truncated,
      environment,
      hostStat: linux ? readFileSync("/proc/self/stat", "utf8") : "",
      written: readTraces(bait),
      connections,
    });
  } catch (error) {
    throw untriedError(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFolder(): string {
  const temporary = tmpdir();
  try {
    const parent = temporary.length > longestParent ? "/tmp" : temporary;
    return realpathSync(mkdtempSync(join(parent, "skillwright-proof-")));
  } catch (error) {
    throw untriedError(error);
  }
}

/** Socket paths may have up to 103 characters, and ours adds 41. */
const longestParent = 60;

/** Wraps a system error raised while setting up the bait; a sandbox's own error is kept. */
function untriedError(error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return error;
  return new SkillError(
    "sandbox-missing",
    {
      reason: `the break-out tests cannot run (${error.syscall} ${error.code})`,
      advice: "Make sure that TMPDIR is a writable folder and that the loopback interface is up.",
    },
    { cause: error },
  );
}

type Probed = { readonly result: RunResult; readonly connections: ProbeReport["connections"] };

async function runProbes(sandbox: Sandbox, bait: Bait): Promise<Probed> {
  return withListener({ path: join(bait.readable, "socket") }, (unix) =>
    withListener("loopback", async (tcp) => {
      const result = await sandbox.run({
        command: probeCommand({ ...bait, port: tcp.port, pid: process.pid, node: process.execPath }),
        cwd: bait.writable,
        environment,
        timeoutMs: longestProbeMs,
        outputBytes: probeOutputBytes,
        readable: [bait.readable],
        writable: [bait.writable],
        network: "none",
      });
      return { result, connections: { tcp: await tcp.count(), unix: await unix.count() } };
    }),
  );
}

const environment = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } as const;

/** Usually a few milliseconds; the machine may be busy. */
const longestProbeMs = 20_000;
const probeOutputBytes = 200_000;

import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeProbes, type ProbeReport } from "./proof/judge-probes.ts";
import { type Bait, layOutBait, readTraces } from "./proof/lay-out-bait.ts";
import { openListener } from "./proof/open-listener.ts";
import { probeCommand } from "./proof/probe-script.ts";
import type { RunResult, Sandbox, SandboxProof } from "./sandbox.ts";

/**
 * Tries to break out of a sandbox, once: a script in it goes for files, sockets and processes that the host lays out as
 * bait. Leaks are listed, never thrown; only a sandbox in which nothing can be started fails, with its own error.
 */
export async function proveSandbox(sandbox: Sandbox): Promise<SandboxProof> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-proof-")));
  try {
    const bait = layOutBait(folder);
    const { result, connections } = await runProbes(sandbox, bait);
    const linux = process.platform === "linux";
    return judgeProbes({
      ...bait,
      linux,
      output: result.stdout,
      truncated: result.truncated,
      environment,
      hostStat: linux ? readFileSync("/proc/self/stat", "utf8") : "",
      written: readTraces(bait),
      connections,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Probed = { readonly result: RunResult; readonly connections: ProbeReport["connections"] };

async function runProbes(sandbox: Sandbox, bait: Bait): Promise<Probed> {
  const tcp = await openListener("loopback");
  const unix = await openListener({ path: join(bait.readable, "socket") });
  const close = async (): Promise<Probed["connections"]> => ({
    tcp: await tcp.close(),
    unix: await unix.close(),
  });
  try {
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
    return { result, connections: await close() };
  } catch (error) {
    await close();
    throw error;
  }
}

const environment = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } as const;

/** A few milliseconds are usual; a machine may be busy. */
const longestProbeMs = 20_000;
const probeOutputBytes = 200_000;

import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { describeSandbox } from "../contract.ts";
import type { ConnectionDecision, RunRequest, RunResult, Sandbox } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { createRuntimeSandbox } from "./create-runtime-sandbox.ts";
import { idleConfig, loadRuntime } from "./runtime-package.ts";

const loaded = await loadRuntime();
const isMac = process.platform === "darwin";
const path = process.env.PATH ?? "";

if (typeof loaded === "string") test.skip(`sandbox-runtime: NOT TRIED: ${loaded}`);
else describeSandbox("sandbox-runtime", open);

function open(): Sandbox {
  if (typeof loaded === "string") throw new Error(loaded);
  return createRuntimeSandbox({ runtime: loaded, isMac, path, home: homedir() });
}

function shell(script: string, more: Partial<RunRequest> = {}): Promise<RunResult> {
  const cwd = more.cwd ?? createTestFolder();
  return open().run({
    command: ["sh", "-c", script],
    cwd,
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    timeoutMs: 30_000,
    outputBytes: 100_000,
    readable: [cwd],
    writable: [],
    network: "none",
    ...more,
  });
}

/** A server on the host's loopback that says hello. */
async function serve(): Promise<{ readonly port: number; readonly requests: () => number }> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end("hello");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, requests: () => requests };
}

describe.skipIf(typeof loaded === "string")("sandbox-runtime: the network", () => {
  test("S3-41: its proxy reaches listed hosts and no others, and reports each", async () => {
    const { port } = await serve();
    const decisions: ConnectionDecision[] = [];
    const { stdout } = await shell(
      `curl -s http://localhost:${port}/; curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:${port}/`,
      { network: { hosts: [`localhost:${port}`] }, onConnection: (one) => void decisions.push(one) },
    );
    expect(stdout).toBe("hello403");
    expect(decisions).toEqual([
      { host: "localhost", port, allowed: true, reason: "listed" },
      { host: "127.0.0.1", port, allowed: false, reason: "not-listed" },
    ]);
  });

  test("S3-41: nothing is reachable without the proxy, and without a list not even the proxy", async () => {
    const { port, requests } = await serve();
    const direct = `curl -s --noproxy '*' -m 5 http://127.0.0.1:${port}/ || echo refused`;
    expect((await shell(direct, { network: { hosts: [`127.0.0.1:${port}`] } })).stdout).toBe("refused\n");
    const { stdout } = await shell(
      `${direct}; curl -s -m 5 -x http://localhost:3128 http://127.0.0.1:${port}/`,
    );
    expect(stdout).toBe("refused\n");
    expect(requests()).toBe(0);
  });

  test("runs with different lists do not share them or affect a run with full network access", async () => {
    const [one, two] = [await serve(), await serve()];
    const fetchBoth = [one, two].map(({ port }) => `curl -s http://localhost:${port}/; echo .`).join("; ");
    const results = await Promise.all([
      shell(fetchBoth, { network: { hosts: [`localhost:${one.port}`] } }),
      shell(fetchBoth, { network: { hosts: [`localhost:${two.port}`] } }),
      shell(fetchBoth, { network: "none" }),
      shell(fetchBoth, { network: "all" }),
    ]);
    const blocked = "Connection blocked by network allowlist\n";
    expect(results.map(({ stdout }) => stdout)).toEqual([
      `hello.\n${blocked}.\n`,
      `${blocked}.\nhello.\n`,
      ".\n.\n",
      "hello.\nhello.\n",
    ]);
  });

  test("an invalid host is an error before anything runs", async () => {
    const failure = await shell("true", { network: { hosts: ["*"] } }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "option-invalid" });
  });
});

describe.skipIf(typeof loaded === "string")("sandbox-runtime: the host", () => {
  test("S3-41: the shell that starts it does not use the program's PATH", async () => {
    const cwd = createTestFolder();
    for (const name of ["bwrap", "env", "setpriv", "socat"]) {
      writeFileSync(join(cwd, name), `#!/bin/sh\n: > ${cwd}/outside\n`);
      chmodSync(join(cwd, name), 0o755);
    }
    await shell("true", { cwd, environment: { PATH: `${cwd}:/usr/bin:/bin` } });
    expect(existsSync(join(cwd, "outside"))).toBe(false);
  });

  test.skipIf(isMac)("S3-41: the environment is not visible in a process list", async () => {
    const cwd = createTestFolder();
    const running = shell("touch begun; until [ -e go ]; do sleep 0.05; done", {
      cwd,
      writable: [cwd],
      environment: { PATH: "/usr/bin:/bin", TOKEN: "s3cret-in-the-environment" },
    });
    await expect.poll(() => existsSync(join(cwd, "begun")), { timeout: 20_000 }).toBe(true);
    const shown = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? [commandLine(pid)] : []));
    writeFileSync(join(cwd, "go"), "");
    await running;
    expect(shown.filter((line) => line.includes("s3cret-in-the-environment"))).toEqual([]);
  });

  test.skipIf(isMac)("S3-41: a run stopped during its start leaves no process behind", async () => {
    const cwd = createTestFolder();
    // Where it has come to by then is different each time.
    for (let pause = 0; pause < 120; pause += 4) {
      const { status } = await shell("exec sleep 1000", { cwd, signal: AbortSignal.timeout(pause) });
      expect(status).toBe("aborted");
    }
    const left = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(cwd));
    expect(left).toEqual([]);
  });

  test("nothing of a run is left in the host's temporary folder", async () => {
    // A separate folder, since other tests run in theirs at the same time.
    const folder = mkdtempSync(join(tmpdir(), "host-"));
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    await shell('echo x > "$TMPDIR/x"; mkdir -m 0 "$HOME/closed"');
    expect(readdirSync(folder).filter((name) => existsSync(join(folder, name, "launcher")))).toEqual([]);
  });

  test("a folder that contains nearly everything is not exposed", async () => {
    const failure = await shell("true", { readable: [homedir()] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "option-invalid", details: { name: homedir() } });
  });

  test("S3-41: a configuration that the host created for itself is never used", async () => {
    if (typeof loaded === "string") return;
    loaded.updateConfig({ ...idleConfig, network: { allowedDomains: ["example.org"], deniedDomains: [] } });
    onTestFinished(() => loaded.updateConfig(idleConfig));
    const failure = await shell("true").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "sandbox-missing" });
  });
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeSandbox } from "../contract.ts";
import type { ConnectionDecision, RunRequest, RunResult } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import {
  type BubblewrapOptions,
  createBubblewrapSandbox,
  findBubblewrap,
} from "./create-bubblewrap-sandbox.ts";

const path = process.env.PATH ?? "";
const bubblewrapProgram = findBubblewrap(path);
const isRoot = process.getuid?.() === 0;

function run(
  command: RunRequest["command"],
  more: Partial<RunRequest> = {},
  options: Partial<BubblewrapOptions> = {},
): Promise<RunResult> {
  const cwd = more.cwd ?? createTestFolder();
  const program = bubblewrapProgram ?? "";
  return createBubblewrapSandbox({ program, path, home: homedir(), ...options }).run({
    command,
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

function shell(script: string, more: Partial<RunRequest> = {}): Promise<RunResult> {
  return run(["sh", "-c", script], more);
}

/** Of every process of this machine. */
function commandLines(): readonly string[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.flatMap((name) => {
    try {
      return [readFileSync(`/proc/${name}/cmdline`, "utf8")];
    } catch {
      // It has ended since it was listed.
      return [];
    }
  });
}

function writeProgram(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}

describe.skipIf(bubblewrapProgram === undefined)("with bubblewrap", () => {
  describeSandbox("bubblewrap", () =>
    createBubblewrapSandbox({ program: bubblewrapProgram ?? "", path, home: homedir() }),
  );

  test("it describes itself", () => {
    const sandbox = createBubblewrapSandbox({ program: "/usr/bin/bwrap", path });
    expect(sandbox).toMatchObject({ name: "bubblewrap", confines: true });
  });

  test("a run aborted at any point of its start leaves nothing behind", async () => {
    const cwd = createTestFolder();
    const marked = "86461.25";
    for (let attempt = 0; attempt < 45; attempt++) {
      const caller = new AbortController();
      const running = run(["sleep", marked], { cwd, signal: caller.signal });
      setTimeout(() => caller.abort(), attempt / 3);
      expect(await running).toMatchObject({ status: "aborted", exitCode: 143 });
    }
    expect(commandLines().filter((line) => line.includes(marked))).toEqual([]);
  });

  test("nothing that a program starts outlives its run", async () => {
    const marked = "86461.75";
    for (let attempt = 0; attempt < 5; attempt++) {
      const script = `for i in $(seq 100); do sleep ${marked} >/dev/null 2>&1 & done; echo left`;
      expect(await shell(script)).toMatchObject({ status: "exited", stdout: "left\n" });
      expect(commandLines().filter((line) => line.includes(marked))).toEqual([]);
    }
  });

  test("a bubblewrap that does not work is an error, not a result", async () => {
    const folder = createTestFolder();
    writeProgram(join(folder, "bwrap"), "#!/bin/sh\necho 'bwrap: no namespaces today' >&2\nexit 1\n");
    const running = run(["true"], {}, { program: join(folder, "bwrap") });
    await expect(running).rejects.toMatchObject({
      code: "sandbox-missing",
      details: { reason: "bubblewrap failed (no namespaces today)" },
    });
    await expect(run(["true"], {}, { program: "/no/bwrap" })).rejects.toMatchObject({
      code: "sandbox-missing",
    });
  });

  describe("the program's view", () => {
    test("S3-44: a folder to write to inside one to read, and the reverse", async () => {
      const cwd = createTestFolder();
      for (const name of ["out/fixed", "src"]) mkdirSync(join(cwd, name), { recursive: true });
      const { stdout } = await shell(
        "for f in a out/b out/fixed/c src/d; do (: > $f) 2>/dev/null && echo $f; done",
        {
          cwd,
          readable: [join(cwd, "out", "fixed"), cwd],
          writable: [join(cwd, "out")],
        },
      );
      expect(stdout).toBe("out/b\n");
      expect(statSync(join(cwd, "out", "b")).isFile()).toBe(true);
    });

    test("a folder named through a link is visible under both names", async () => {
      const folder = createTestFolder();
      mkdirSync(join(folder, "real"));
      writeFileSync(join(folder, "real", "note"), "hello");
      symlinkSync("real", join(folder, "link"));
      const link = join(folder, "link");
      const { stdout } = await shell(`cat ${link}/note ${folder}/real/note; ls ${folder}`, {
        cwd: link,
        readable: [link],
      });
      expect(stdout).toBe("hellohellolink\nreal\n");
    });

    test("one file can be shown without its folder", async () => {
      const folder = createTestFolder();
      for (const name of ["shown", "hidden"]) writeFileSync(join(folder, name), name);
      const result = await shell(`cat ${folder}/*`, { cwd: "/", readable: [join(folder, "shown")] });
      expect(result.stdout).toBe("shown");
    });

    test("a missing readable folder is skipped; a missing writable one is an error", async () => {
      const cwd = createTestFolder();
      const missing = join(cwd, "missing");
      expect(await run(["true"], { cwd, readable: [cwd, missing] })).toMatchObject({ exitCode: 0 });
      await expect(run(["true"], { cwd, writable: [missing] })).rejects.toMatchObject({
        code: "file-missing",
        details: { path: missing },
      });
    });

    test("a working folder that it cannot see is an error", async () => {
      const running = run(["true"], { cwd: createTestFolder(), readable: [] });
      await expect(running).rejects.toMatchObject({ code: "option-invalid", details: { name: "cwd" } });
    });

    test("its home and temporary folder are private and gone afterwards", async () => {
      const environment = { PATH: "/usr/bin:/bin", HOME: homedir(), TMPDIR: "/var/tmp" };
      const script = 'echo $HOME $TMPDIR; ls -A $HOME; echo x > $HOME/mark; echo x > "$TMPDIR/mark"; ls /tmp';
      const more = { cwd: "/", readable: [], environment };
      const { stdout } = await shell(script, more);
      expect(stdout).toBe("/tmp/home /tmp\nhome\nmark\n");
      expect((await shell(script, more)).stdout).toBe(stdout);
    });

    test("it runs as an anonymous user", async () => {
      expect((await shell("id -un; id -u; hostname; cat /etc/passwd | wc -l")).stdout).toBe(
        "sandbox\n1000\nsandbox\n2\n",
      );
    });
  });

  describe("toolchains", () => {
    test("a toolchain in the home runs, and its sibling folders are hidden", async () => {
      const home = createTestFolder();
      const bin = join(home, ".nvm", "versions", "node", "v99", "bin");
      writeProgram(join(bin, "tool"), "#!/bin/sh\nls -A ../../../../..\n");
      writeFileSync(join(home, ".nvm", "secret"), "s3cret");
      writeFileSync(join(home, ".netrc"), "s3cret");
      const environment = { PATH: `${bin}:/usr/bin:/bin` };
      const result = await run(["tool"], { cwd: bin, readable: [], environment }, { home, path: bin });
      expect(result).toMatchObject({ exitCode: 0, stdout: ".nvm\n" });
    });

    test("one that PATH reaches through a link runs under the link's name", async () => {
      const home = createTestFolder();
      const version = join(home, ".local", "share", "fnm", "node-versions", "v99");
      writeProgram(join(version, "bin", "tool"), "#!/bin/sh\necho ran\n");
      const session = join(home, "session");
      symlinkSync(version, session);
      const entry = join(session, "bin");
      const environment = { PATH: `${entry}:/usr/bin:/bin` };
      const result = await run(["sh", "-c", "tool"], { environment }, { home, path: entry });
      expect(result).toMatchObject({ exitCode: 0, stdout: "ran\n" });
    });

    test("a program in another folder of the home is hidden, even on PATH", async () => {
      const home = createTestFolder();
      writeProgram(join(home, "bin", "tool"), "#!/bin/sh\necho ran\n");
      const environment = { PATH: `${join(home, "bin")}:/usr/bin:/bin` };
      const running = run(["tool"], { environment }, { home, path: environment.PATH });
      await expect(running).rejects.toMatchObject({ code: "program-missing", details: { program: "tool" } });
    });

    test("S3-22: Node runs by name and from a script's first line even if PATH has none", async () => {
      const cwd = createTestFolder();
      // A folder of programs without Node, which the system's own would have.
      const bin = join(cwd, "bin");
      mkdirSync(bin);
      for (const name of ["env", "sh"]) symlinkSync(`/usr/bin/${name}`, join(bin, name));
      writeProgram(join(cwd, "script"), "#!/usr/bin/env node\nconsole.log(process.version)\n");
      const more = { cwd, environment: { PATH: bin } };
      const version = `${process.version}\n`;
      expect(await run(["node", "-p", "process.version"], more)).toMatchObject({
        exitCode: 0,
        stdout: version,
      });
      expect(await run(["./script"], more)).toMatchObject({ exitCode: 0, stdout: version });
    });
  });

  describe("bounds", () => {
    test("S3-41: memory of one process", async () => {
      const result = await shell("head -c 200000000 /dev/zero | tail -c 200000000 > /dev/null", {
        resources: { memoryBytes: 50_000_000 },
      });
      expect(result.exitCode).not.toBe(0);
    });

    test("S3-41: memory of several processes together", async () => {
      const hold = "head -c 40000000 /dev/zero | tail -c 40000000 | sleep 1000 &";
      const result = await shell(`${hold} ${hold} ${hold} wait`, { resources: { memoryBytes: 60_000_000 } });
      expect(result).toMatchObject({ status: "over-limit", exceeded: "memory", exitCode: 137 });
    });

    test.skipIf(!existsSync("/usr/bin/perl"))("memory that processes share is counted once", async () => {
      const script =
        '$x = "a" x 4e7; for (1..4) { last unless fork } select undef, undef, undef, 1; print "done\\n"';
      const result = await run(["perl", "-e", script], { resources: { memoryBytes: 150_000_000 } });
      expect(result).toMatchObject({ status: "exited", stdout: expect.stringContaining("done") });
    });

    test("S3-41: the number of processes", async () => {
      const script = "i=0; while [ $i -lt 300 ]; do sleep 1000 & i=$((i+1)); done; wait";
      const result = await shell(script, { resources: { processes: 30 } });
      // The system allows this only for root.
      if (isRoot)
        expect(result).toMatchObject({ status: "over-limit", exceeded: "processes", exitCode: 137 });
      else expect(result.stderr).toMatch(/fork/i);
    });

    test("S3-41: processor time", async () => {
      const result = await shell("while :; do :; done", { resources: { cpuSeconds: 1 } });
      expect(result.status).toBe("killed");
    });

    test("S3-41: the size of a file", async () => {
      const cwd = createTestFolder();
      const script = "head -c 3000000 /dev/zero > big";
      await shell(script, { cwd, writable: [cwd], resources: { fileBytes: 1_048_576 } });
      expect(statSync(join(cwd, "big")).size).toBe(1_048_576);
    });

    test("S3-41: everything left in memory", async () => {
      const script = "for i in 1 2 3; do head -c 900000 /dev/zero > $0/$i || exit 7; done";
      for (const folder of ["/tmp", "/dev/shm"]) {
        const result = await run(["sh", "-c", script, folder], { resources: { fileBytes: 1_000_000 } });
        expect(result).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("No space left") });
      }
    });

    test("programs within the limits run, including Node with all its threads", async () => {
      const script = "setTimeout(() => console.log('done'), 300)";
      const result = await run([process.execPath, "-e", script], { readable: [process.execPath], cwd: "/" });
      expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "done\n" });
    });
  });

  describe("network", () => {
    const fetchScript = "fetch(process.argv[1]).then(async (r) => console.log(r.status, await r.text()))";

    async function listen(): Promise<string> {
      const server = createServer((_request, response) => response.end("hello"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    const get = (host: string, more: Partial<RunRequest>): Promise<RunResult> =>
      run([process.execPath, "-e", fetchScript, `http://${host}/`], {
        cwd: "/",
        readable: [process.execPath],
        ...more,
      });

    test("none, a list, and all", async () => {
      const host = await listen();
      const decisions: ConnectionDecision[] = [];
      const onConnection = (decision: ConnectionDecision): void => void decisions.push(decision);
      expect(await get(host, { network: "none" })).toMatchObject({ exitCode: 1, stdout: "" });
      expect(await get(host, { network: "all" })).toMatchObject({ exitCode: 0, stdout: "200 hello\n" });
      expect(await get(host, { network: { hosts: [host] }, onConnection })).toMatchObject({
        exitCode: 0,
        stdout: "200 hello\n",
      });
      const refused = await get(host, { network: { hosts: ["127.0.0.1:9"] }, onConnection });
      expect(refused.stdout).not.toContain("hello");
      expect(decisions.map(({ allowed }) => allowed)).toEqual([true, false]);
    });

    test("name resolution files are visible only with full network access", async () => {
      const script = "ls /etc/resolv.conf /etc/hosts 2>/dev/null";
      expect((await shell(script)).stdout).toBe("");
      const { stdout } = await shell(script, { network: "all" });
      expect(stdout.split("\n")).toContain("/etc/hosts");
      expect(readFileSync("/etc/hosts", "utf8")).toBe(
        (await shell("cat /etc/hosts", { network: "all" })).stdout,
      );
    });

    test("a program behind a host list stops when asked to", async () => {
      const result = await shell("echo begun; exec sleep 1000", {
        network: { hosts: ["example.org"] },
        timeoutMs: 3000,
      });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 143, stdout: "begun\n" });
    });
  });
});

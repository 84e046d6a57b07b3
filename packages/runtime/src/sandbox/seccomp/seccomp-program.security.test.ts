import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bubblewrapPath, createHandMade, type HandMade } from "../proof/test-bubblewrap.ts";
import type { RunRequest, RunResult } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { deniedCalls, type JudgedCall, judgedCalls } from "./syscall-numbers.ts";

/** Perl makes any system call by its number, and is part of every Debian; `EPERM` is 1, `ENOSYS` 38. */
const perl = "/usr/bin/perl";
const column = process.arch === "x64" ? 0 : 1;
const missing = bubblewrapPath === undefined || !existsSync(perl);

describe.skipIf(missing)("the filter in the kernel (S3-41)", () => {
  test("every listed call is refused with EPERM", async () => {
    const numbers = Object.entries(deniedCalls).flatMap(([name, row]) =>
      row[column] === undefined ? [] : [[name, row[column]] as const],
    );
    const script = numbers.map(([name, number]) => perlCall(name, number)).join("");
    const { stdout } = await runPerl(script);
    expect(stdout.trim().split("\n")).toEqual(numbers.map(([name]) => `${name} 1`));
  });

  test("without it, the same calls reach the kernel: the filter is what refuses them", async () => {
    const harmless = ["process_vm_readv", "kcmp", "keyctl", "io_uring_setup", "unshare", "name_to_handle_at"];
    const script = harmless.map((name) => perlCall(name, deniedCalls[name]?.[column] ?? -1)).join("");
    const open = await runPerl(script, { without: ["seccomp"] });
    expect(open.stdout.trim().split("\n")).toHaveLength(harmless.length);
    expect(open.stdout).not.toMatch(/ 1$/m);
  });

  test("a process can be started and a namespace cannot, by any of the calls", async () => {
    const newUser = 0x10000000;
    const script = [
      perlCall("clone", number("clone"), [newUser | 17]),
      perlCall("unshare", deniedCalls.unshare?.[column] ?? -1, [newUser]),
      perlCall("clone3", number("clone3")),
      'my $child = fork; exit 0 if defined $child && !$child; waitpid $child, 0; print "fork $?\\n";',
    ].join("");
    const { stdout } = await runPerl(script);
    expect(stdout).toBe("clone 1\nunshare 1\nclone3 38\nfork 0\n");
  });

  test("nothing can be typed into a terminal, with or without upper bits (TIOCSTI, TIOCLINUX)", async () => {
    const ioctl = number("ioctl");
    const tiocsti = 0x5412;
    const script = [
      perlCall("plain", ioctl, [0, tiocsti]),
      perlCall("upper", ioctl, [0, 2 ** 32 + tiocsti]),
      perlCall("paste", ioctl, [0, 0x541c]),
      perlCall("size", ioctl, [0, 0x5413]),
    ].join("");
    const { stdout } = await runPerl(script);
    expect(stdout).toMatch(/^plain 1\nupper 1\npaste 1\nsize (?!1$)\d+\n$/m);
  });

  test("sockets: only internet and interface-list sockets are available", async () => {
    const families = { unix: 1, inet: 2, inet6: 10, netlink: 16, packet: 17, alg: 38, vsock: 40 };
    const script = Object.entries(families)
      .map(([name, family]) => perlCall(name, number("socket"), [family, name === "netlink" ? 3 : 1, 0]))
      .join("");
    const { stdout } = await runPerl(script);
    expect(stdout).toBe("unix 1\ninet 0\ninet6 0\nnetlink 0\npacket 1\nalg 1\nvsock 1\n");
  });

  test("a socket pair that could send anywhere is refused; one used to talk to children is not", async () => {
    const script = [1, 2, 3, 5].map(
      (type) => `print "${type} ", (socketpair(A, B, 1, ${type}, 0) ? 0 : $! + 0), "\\n";`,
    );
    expect((await runPerl(script.join(""))).stdout).toBe("1 0\n2 1\n3 1\n5 0\n");
  });

  test("ordinary programs do not notice it: shells, pipes, threads, interfaces, children", async () => {
    const node = `
      const { networkInterfaces } = require("node:os");
      const { execFileSync } = require("node:child_process");
      const { Worker } = require("node:worker_threads");
      networkInterfaces();
      new Worker("require('node:fs').readdirSync('/usr')", { eval: true }).on("exit", (code) =>
        console.log(code, execFileSync("sh", ["-c", "ls /usr | sort | head -1"], { encoding: "utf8" }).trim()));`;
    const folder = createTestFolder();
    const result = await createHandMade({ more: ["--ro-bind", process.execPath, "/tmp/node"] }).run(
      requestFor(["/tmp/node", "-e", node], folder),
    );
    expect(result).toMatchObject({ exitCode: 0, stdout: "0 bin\n", stderr: "" });
  });
});

function number(name: JudgedCall): number {
  return judgedCalls[name][column] ?? -1;
}

/** Makes one system call in a separate process; returns its error number, or 0. */
function perlCall(name: string, number: number, args: readonly number[] = []): string {
  const words = [number, ...args, ...Array.from({ length: 5 - args.length }, () => 0)].join(", ");
  return `my $pid = fork; if (!$pid) { my $r = syscall(${words}); exit($r < 0 ? $! + 0 : 0) } waitpid $pid, 0; print "${name} ", $? >> 8, "\\n";`;
}

function runPerl(script: string, options: HandMade = {}): Promise<RunResult> {
  return createHandMade(options).run(requestFor([perl, "-e", `$| = 1; ${script}`], createTestFolder()));
}

function requestFor(command: readonly [string, ...string[]], cwd: string): RunRequest {
  const bounds = { timeoutMs: 30_000, outputBytes: 100_000 };
  return {
    command,
    cwd,
    environment: { PATH: "/usr/bin:/bin" },
    ...bounds,
    readable: [],
    writable: [cwd],
    network: "none",
  };
}

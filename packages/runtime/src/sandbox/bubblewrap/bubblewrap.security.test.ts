import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RunRequest, RunResult } from "../sandbox.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { createBubblewrapSandbox, findBubblewrap } from "./create-bubblewrap-sandbox.ts";

const path = process.env.PATH ?? "";
const bubblewrapProgram = findBubblewrap(path);

/** Runs a script of the shell in a folder that it may write to. */
function shell(script: string, more: Partial<RunRequest> = {}): Promise<RunResult> {
  const cwd = more.cwd ?? createTestFolder();
  return createBubblewrapSandbox({ program: bubblewrapProgram ?? "", path, home: homedir() }).run({
    command: ["sh", "-c", script],
    cwd,
    environment: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    timeoutMs: 30_000,
    outputBytes: 100_000,
    readable: [],
    writable: [cwd],
    network: "none",
    ...more,
  });
}

/** Tries each line by itself and answers with those that worked. */
async function tryAll(
  attempts: readonly string[],
  more: Partial<RunRequest> = {},
): Promise<readonly string[]> {
  const script = attempts.map((line, index) => `(${line}) >/dev/null 2>&1 && echo ${index}`).join("\n");
  const { stdout } = await shell(`${script}\n:`, more);
  return stdout.split("\n").flatMap((index) => (index === "" ? [] : [attempts[Number(index)] ?? index]));
}

describe.skipIf(bubblewrapProgram === undefined)("with bubblewrap", () => {
  test("the probe reports what worked, so the tests below are meaningful", async () => {
    expect(await tryAll(["true", "false", "echo x > $PWD/x", "cat /etc/passwd"])).toEqual([
      "true",
      "echo x > $PWD/x",
      "cat /etc/passwd",
    ]);
  });

  test("T17: a sandbox started by root has no capabilities and cannot remount", async () => {
    const attempts = [
      "mount -o remount,rw /",
      "mount -o remount,rw /usr",
      "mount -t tmpfs none /tmp/home",
      "mount --bind /tmp /usr",
      "umount /usr",
      "umount -l /proc",
      "chroot / true",
      "mknod /tmp/disk b 254 0",
      "hostname other",
    ];
    expect(await tryAll(attempts)).toEqual([]);
    const { stdout } = await shell("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status");
    const states = Object.fromEntries(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split(/:\s+/)),
    );
    const none = "0000000000000000";
    expect(states).toEqual({
      ...{ CapInh: none, CapPrm: none, CapEff: none, CapBnd: none, CapAmb: none },
      ...{ NoNewPrivs: "1", Seccomp: "2" },
    });
  });

  test("T17: namespaces cannot be nested", async () => {
    expect(
      await tryAll(["unshare -U true", "unshare -Ur true", "unshare -m true", "unshare -n true"]),
    ).toEqual([]);
  });

  test("T4: the first process reveals nothing of the host's environment and folders", async () => {
    process.env.SANDBOX_TEST_SECRET = "s3cret";
    onTestFinished(() => void delete process.env.SANDBOX_TEST_SECRET);
    const hidden = createTestFolder();
    const { stdout } = await shell("cat /proc/1/environ; tr '\\0' ' ' < /proc/1/cmdline", {
      readable: [hidden],
    });
    expect(stdout).toContain("--args 3 -- /bin/sh");
    expect(stdout).not.toMatch(/s3cret|SANDBOX_TEST|PATH=/);
    expect(stdout).not.toContain(hidden);
  });

  test("T4: files that only root may read stay hidden even if the sandbox runs as root", async () => {
    const attempts = [
      "cat /etc/shadow",
      "cat /etc/gshadow",
      "cat /etc/sudoers",
      "ls /etc/ssh",
      "ls /etc/ssl/private",
      "ls /root/.ssh",
      "ls /home/*",
      "ls /run",
      "ls /var/log",
      "ls /sys",
      "ls /boot",
      `cat ${homedir()}/.bashrc`,
      ...["kcore", "kmsg", "keys", "timer_list"].map((name) => `head -c 1 /proc/${name}`),
    ];
    expect(await tryAll(attempts)).toEqual([]);
  });

  test("settings of /etc that people put passwords or programs into stay hidden", async () => {
    const names =
      "environment gitconfig npmrc pip.conf wgetrc profile profile.d maven machine-id hostname hosts shadow ssh ssl/private sudoers krb5.conf netrc fstab";
    const { stdout } = await shell(`for n in ${names}; do [ -e /etc/$n ] && echo $n; done; echo tried`);
    expect(stdout).toBe("tried\n");
  });

  test("settings of /etc that interpreters and libraries need are there, and readable by everyone on the host", async () => {
    const { stdout } = await shell("find /etc -type f ! -perm -004 | sort; cd /etc; ls -d *");
    const names = stdout.trim().split("\n");
    // The two that are made up.
    expect(names.filter((name) => name.startsWith("/etc/"))).toEqual(["/etc/group", "/etc/passwd"]);
    const wanted = ["locale.alias", "localtime", "matplotlibrc", "mime.types", "services", "timezone"];
    expect(wanted.filter((name) => existsSync(join("/etc", name)) && !names.includes(name))).toEqual([]);
  });

  const hasMatplotlib = existsSync("/etc/matplotlibrc");
  test.skipIf(!hasMatplotlib)(
    `Debian's matplotlib draws${hasMatplotlib ? "" : " NOT TRIED: python3-matplotlib is not installed"}`,
    async () => {
      const code =
        "import matplotlib; matplotlib.use('Agg'); import matplotlib.pyplot as p; p.plot([1]); p.savefig('x.png')";
      const result = await shell(`/usr/bin/python3 -c "${code}" && ls`);
      expect(result).toMatchObject({ exitCode: 0, stdout: "x.png\n" });
    },
  );

  test("T17: kernel settings, devices and shared folders are read-only", async () => {
    const attempts = [
      "echo x > /proc/sys/kernel/core_pattern",
      "echo 1 > /proc/sys/vm/drop_caches",
      "echo b > /proc/sysrq-trigger",
      "echo 0 > /proc/self/oom_score_adj",
      "echo x > /proc/mtrr",
      "echo 1 > /proc/sys/user/max_user_namespaces",
      "echo x > /dev/mark",
      "echo x > /mark",
      "mkdir /home",
      "echo x > /etc/passwd",
      "echo x > /usr/mark",
      "echo x > /etc/ld.so.preload",
      "rm /bin",
      "ln -sf /tmp /lib64",
    ];
    expect(await tryAll(attempts)).toEqual([]);
  });

  test("T17: it gets the three standard streams and no other descriptor of ours", async () => {
    // Descriptors inherited from our parent lead nowhere; `ls` itself reads a folder.
    const { stdout } = await shell("ls -l /proc/self/fd | sed -n 's/.* \\([0-9]*\\) -> /\\1 /p'");
    const lines = stdout.trim().split("\n");
    const others = lines.filter((line) => !/^\d+ (\/dev\/null|\/proc\/\d+\/fd)$/.test(line));
    expect(others.map((line) => line.replace(/\d+\]$/, "]"))).toEqual([
      "0 socket:[]",
      "1 pipe:[]",
      "2 socket:[]",
    ]);
  });

  test("T17: it has no terminal to type into", async () => {
    expect(await tryAll(["exec 3<>/dev/tty", "test -t 0", "test -t 1", "test -t 2"])).toEqual([]);
  });

  test("T17: signals do not reach processes outside", async () => {
    const { stdout } = await shell(
      `kill -0 ${process.pid}; kill -0 ${process.ppid}; ls -d /proc/[0-9]* | wc -l`,
    );
    expect(Number(stdout)).toBeLessThan(10);
  });

  test("T17: a crash leaves no core dump", async () => {
    expect((await shell("ulimit -c; ulimit -Hc")).stdout).toBe("0\n0\n");
  });

  test("S3-44: a NUL in a value cannot inject bubblewrap options", async () => {
    const injected = "x\0--bind\0/\0/\0--setenv\0A\0x";
    const environment = { PATH: "/usr/bin:/bin", A: injected };
    await expect(shell("ls /root", { environment })).rejects.toMatchObject({ code: "program-unusable" });
    const names = { PATH: "/usr/bin:/bin", [injected]: "x" };
    await expect(shell("ls /root", { environment: names })).rejects.toMatchObject({
      code: "program-unusable",
    });
    await expect(shell("true", { writable: [injected] })).rejects.toMatchObject({ code: "file-missing" });
  });

  test("S3-44: names and values that look like options are not options", async () => {
    const environment = { PATH: "/usr/bin:/bin", "--share-net": "--bind", A: "--args", "A-B": "$(id)" };
    // Not through a shell, which would drop invalid variable names.
    const { stdout } = await shell("", { command: ["env"], environment });
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining(["--share-net=--bind", "A=--args", "A-B=$(id)"]),
    );
  });

  test("S3-44: a link in a folder does not expose its target", async () => {
    const cwd = createTestFolder();
    const outside = createTestFolder();
    writeFileSync(join(outside, "secret"), "s3cret");
    symlinkSync("/etc/shadow", join(cwd, "shadow"));
    symlinkSync(outside, join(cwd, "outside"));
    expect(await tryAll(["cat shadow", "cat outside/secret", "echo x > outside/mark"], { cwd })).toEqual([]);
  });

  test("S3-44: a link to a folder that contains too much is refused", async () => {
    const folder = createTestFolder();
    for (const [name, target] of Object.entries({
      all: "/",
      home: homedir(),
      etc: "/etc",
      proc: "/proc/1",
    })) {
      symlinkSync(target, join(folder, name));
      const readable = [join(folder, name)];
      await expect(shell("true", { readable })).rejects.toMatchObject({ code: "option-invalid" });
      await expect(shell("true", { writable: readable, cwd: "/" })).rejects.toMatchObject({
        code: "option-invalid",
      });
    }
  });

  test("T6: a readable folder stays unchanged, even inside a writable one", async () => {
    const cwd = createTestFolder();
    mkdirSync(join(cwd, "skill"));
    writeFileSync(join(cwd, "skill", "SKILL.md"), "as it was");
    const readable = [join(cwd, "skill")];
    const attempts = [
      "echo x > skill/SKILL.md",
      "rm -f skill/SKILL.md",
      "mv skill other",
      "rm -rf skill",
      "chmod 777 skill/SKILL.md",
      "echo x > skill/new",
    ];
    expect(await tryAll(attempts, { cwd, readable })).toEqual([]);
    expect(readFileSync(join(cwd, "skill", "SKILL.md"), "utf8")).toBe("as it was");
  });

  test("T17: processes that leave the group and session end with the program", async () => {
    const cwd = createTestFolder();
    const beat = "while :; do echo beat >> heart; sleep 0.02; done";
    const script = `setsid sh -c '${beat}' >/dev/null 2>&1 & until [ -s heart ]; do :; done`;
    expect(await shell(script, { cwd })).toMatchObject({ status: "exited", exitCode: 0 });
    // The run has waited for the end of all, so nothing can be added from here on.
    const before = readFileSync(join(cwd, "heart"), "utf8");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(readFileSync(join(cwd, "heart"), "utf8")).toBe(before);
  });

  test("a fork bomb is killed completely", async () => {
    // Bounded by itself as well: 2^10 processes at most.
    const script = "bomb() { [ $1 -gt 0 ] && { bomb $(($1-1)) & bomb $(($1-1)) & }; sleep 1000; }; bomb 9";
    const result = await shell(script, { resources: { processes: 40 }, timeoutMs: 20_000 });
    expect(["over-limit", "timed-out"]).toContain(result.status);
    if (process.getuid?.() === 0) expect(result).toMatchObject({ exceeded: "processes", exitCode: 137 });
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { describeLinuxEscapes } from "./test-escapes.ts";

describeLinuxEscapes("other processes", (attack) => {
  attack("their environment and arguments", async ({ run, canary }) => {
    startVictim(canary);
    const { stdout } = await run("cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; ps axeww");
    expect(stdout).not.toContain(canary);
  });

  attack(
    "the environment of the host itself",
    async ({ run, canary }) => {
      process.env.ESCAPE_SECRET = canary;
      onTestFinished(() => void delete process.env.ESCAPE_SECRET);
      const { stdout } = await run(
        'env; export -p; cat /proc/1/environ /proc/self/environ "/proc/$PPID/environ"; echo "$ESCAPE_SECRET"',
      );
      expect(stdout).not.toContain(canary);
      const names = stdout.split(/[\0\n]/).flatMap((line) => /^(?:declare -x )?(\w+)=/.exec(line)?.[1] ?? []);
      const wanted = ["HOME", "OLDPWD", "OUTPUT", "OUTSIDE", "PATH", "PWD", "SHLVL", "SKILL", "TMPDIR", "_"];
      expect(names.filter((name) => !wanted.includes(name))).toEqual([]);
    },
    "environment-plain",
  );

  attack("their memory, open files and folders", async ({ run, canary }) => {
    const pid = startVictim(canary);
    const { stdout } = await run(
      'for f in mem maps environ; do head -c 1 "/proc/$VICTIM/$f" >/dev/null && echo "$f"; done; ls "/proc/$VICTIM/fd/" "/proc/$VICTIM/cwd/"; echo tried',
      { environment: { VICTIM: String(pid) } },
    );
    expect(stdout).toBe("tried\n");
  });

  attack("the host's own process", async ({ run }) => {
    const { stdout } = await run(
      'tr "\\0" " " <"/proc/$HOST/cmdline"; readlink "/proc/$HOST/exe"; grep -l "$HOST" /proc/[0-9]*/status',
      {
        environment: { HOST: String(process.pid) },
      },
    );
    expect(stdout).not.toMatch(/node|vitest/);
  });

  attack("signals to them", async ({ run, canary }) => {
    const victim = spawnVictim(canary);
    const { stdout } = await run(
      'kill -TERM "$VICTIM" && echo sent; kill -KILL "$VICTIM" && echo sent; kill -0 "$HOST" && echo sent; echo tried',
      {
        environment: { VICTIM: String(victim.pid), HOST: String(process.pid) },
      },
    );
    expect(stdout).toBe("tried\n");
    expect([victim.exitCode, victim.signalCode]).toEqual([null, null]);
  });

  attack(
    "tracing and reading memory across processes",
    async ({ run }) => {
      // 101 and 310 are ptrace and process_vm_readv on x64, 117 and 270 on arm64; a refusal is EPERM.
      const [ptrace, readMemory] = process.arch === "x64" ? [101, 310] : [117, 270];
      const { stdout } = await run(
        `perl -e 'for (${ptrace}, ${readMemory}) { print syscall($_, 0, 0, 0, 0, 0, 0) < 0 && $! == 1 ? "refused\\n" : "done\\n" }'`,
      );
      expect(stdout).toBe("refused\nrefused\n");
    },
    "no-tracing",
  );

  attack("file descriptors left open by the host", async ({ run }) => {
    const { stdout } = await run(
      `perl -e 'for (3..1023) { open(my $f, "<&", $_) and readlink("/proc/self/fd/$_") ne "/dev/null" and print "$_\n" } print "tried\n"'`,
    );
    expect(stdout).toBe("tried\n");
  });

  attack(
    "keys of the kernel that the host's session holds",
    async ({ run }) => {
      const { stdout } = await run("cat /proc/keys; keyctl show; echo tried");
      expect(stdout).toBe("tried\n");
    },
    "keys-hidden",
  );
});

/** A process of the host that has a secret in its environment and in its arguments. */
function spawnVictim(secret: string): ChildProcess {
  const victim = spawn("sh", ["-c", "sleep 600; :", secret], {
    env: { PATH: "/usr/bin:/bin", SECRET: secret },
    detached: true,
  });
  // Including processes that the shell has started.
  const { pid } = victim;
  if (pid !== undefined) onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  return victim;
}

function startVictim(secret: string): number {
  return spawnVictim(secret).pid ?? -1;
}

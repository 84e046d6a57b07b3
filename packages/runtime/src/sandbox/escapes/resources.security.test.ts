import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { describeLinuxEscapes } from "./test-escapes.ts";

const megabyte = 1_048_576;

describeLinuxEscapes("using up the machine", (attack) => {
  attack(
    "forking endlessly, with no process left",
    async ({ run, canary }) => {
      // Bounded by its own count, in case nothing else is: two to the tenth.
      const bomb = `perl -e 'sub split_up { my ($depth) = @_; return if $depth == 0; fork; split_up($depth - 1) } split_up(10); sleep 60' ${canary}; echo through`;
      const result = await run(bomb, { resources: { processes: 60 }, timeoutMs: 40_000 });
      expect(result).not.toMatchObject({ status: "timed-out" });
      await expectGone(canary);
    },
    "processes-bounded",
  );

  attack(
    "more processes than it may have",
    async ({ run, canary }) => {
      const { status, stdout } = await run(
        `perl -e '$| = 1; for (1..400) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } $n++ } print "$n\\n"; sleep 20' ${canary}`,
        { resources: { processes: 60 }, timeoutMs: 60_000 },
      );
      const bounded = status === "over-limit" || Number(stdout) < 100;
      expect({ bounded, stdout, status }).toMatchObject({ bounded: true });
      await expectGone(canary);
    },
    "processes-bounded",
  );

  attack(
    "a file larger than it may be",
    async ({ run, output }) => {
      await run('head -c 9000000 /dev/zero >"$OUTPUT/big"', { resources: { fileBytes: megabyte } });
      expect(statSync(join(output, "big")).size).toBeLessThanOrEqual(megabyte);
    },
    "files-bounded",
  );

  attack(
    "a disk, filled with many small files",
    async ({ run, output }) => {
      // Bounded by its own count, in case nothing else is: half a gigabyte.
      const fill =
        'for i in $(seq 500); do head -c 1048576 /dev/zero >"$OUTPUT/$i"; sleep 0.02; done; echo through';
      const result = await run(fill, { resources: { diskBytes: 20 * megabyte }, timeoutMs: 60_000 });
      expect(result).toMatchObject({ status: "over-limit", exceeded: "disk", stdout: "" });
      expect(readdirSync(output).length).toBeLessThan(400);
    },
    "disk-bounded",
  );

  attack(
    "a disk, filled with empty files",
    async ({ run, output }) => {
      // Bounded by its own count, in case nothing else is.
      const fill = `perl -e 'for (1..20000) { open(F, ">", "$ENV{OUTPUT}/$_"); select(undef, undef, undef, 0.01) if $_ % 100 == 0 }'; echo through`;
      const result = await run(fill, { resources: { files: 2000 }, timeoutMs: 60_000 });
      expect(result).toMatchObject({ status: "over-limit", exceeded: "files", stdout: "" });
      expect(readdirSync(output).length).toBeLessThan(20_000);
    },
    "disk-bounded",
  );

  attack(
    "memory of the kernel, filled with empty files in its temporary folder",
    async ({ run }) => {
      const fill = `perl -e 'for (1..20000) { mkdir "$ENV{TMPDIR}/$_"; select(undef, undef, undef, 0.01) if $_ % 100 == 0 }'; echo through`;
      const result = await run(fill, { resources: { files: 2000 }, timeoutMs: 60_000 });
      expect(result).toMatchObject({ status: "over-limit", exceeded: "files", stdout: "" });
    },
    "disk-bounded",
  );

  attack(
    "a disk, filled by way of its temporary files",
    async ({ run }) => {
      const fill =
        'for i in $(seq 500); do head -c 1048576 /dev/zero >"$TMPDIR/$i" || exit 7; sleep 0.02; done; echo through';
      const result = await run(fill, {
        resources: { diskBytes: 20 * megabyte, fileBytes: 20 * megabyte },
        timeoutMs: 60_000,
      });
      expect(result).toMatchObject({ stdout: "" });
    },
    "disk-bounded",
  );

  attack(
    "folders in memory, filled with many files",
    async ({ run }) => {
      const { stdout } = await run(
        'for d in /tmp /dev/shm /run /var/tmp; do for i in $(seq 60); do head -c 900000 /dev/zero >"$d/fill-$i"; done 2>/dev/null; cat "$d"/fill-* 2>/dev/null | wc -c; rm -f "$d"/fill-*; done',
        { resources: { fileBytes: 4 * megabyte } },
      );
      const sizes = stdout.trim().split("\n").map(Number);
      expect(sizes).toHaveLength(4);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(5 * megabyte);
    },
    "memory-folders-bounded",
  );

  attack(
    "memory, in one process",
    async ({ run }) => {
      const { stdout } = await run(
        `perl -e 'push @a, "x" x 8e6 . $_ for 1..100; print "had it all\\n"; sleep 5'`,
        {
          resources: { memoryBytes: 200 * megabyte },
        },
      );
      expect(stdout).toBe("");
    },
    "memory-bounded",
  );

  attack(
    "memory, a little in each of many processes",
    async ({ run, canary }) => {
      const result = await run(
        `perl -e 'for (1..10) { if (!fork) { push @a, "x" x 8e6 . $_ for 1..10; sleep 60; exit } } sleep 60; print "had it all\\n"' ${canary}`,
        { resources: { memoryBytes: 300 * megabyte }, timeoutMs: 40_000 },
      );
      expect(result).toMatchObject({ status: "over-limit", exceeded: "memory", stdout: "" });
      await expectGone(canary);
    },
    "memory-summed",
  );

  attack(
    "the processor",
    async ({ run }) => {
      const { status } = await run("while :; do :; done", {
        resources: { cpuSeconds: 1 },
        timeoutMs: 50_000,
      });
      expect(["killed", "exited"]).toContain(status);
    },
    "processor-bounded",
  );

  attack("both streams flooded at once", async ({ run }) => {
    const result = await run(
      "head -c 30000000 /dev/zero | tr '\\0' o & head -c 30000000 /dev/zero | tr '\\0' e >&2; wait",
      {
        outputBytes: 5000,
      },
    );
    const { status, stdout, stderr, truncated } = result;
    expect({ status, stdout, stderr, truncated }).toEqual({
      status: "exited",
      stdout: "o".repeat(5000),
      stderr: "e".repeat(5000),
      truncated: true,
    });
  });

  attack(
    "a core dump",
    async ({ run, output }) => {
      await run("ulimit -c unlimited; perl -e 'kill SEGV => $$'; true");
      expect(readdirSync(output)).toEqual([]);
    },
    "no-core-dumps",
  );
});

describeLinuxEscapes("outliving the run", (attack) => {
  const heart = `while :; do sleep 0.1; done`;
  const ways = {
    "in a session of its own": `setsid bash -c '${heart}' CANARY >/dev/null 2>&1 </dev/null &`,
    "by forking twice": `(setsid bash -c 'bash -c "${heart}" CANARY & disown' CANARY >/dev/null 2>&1 </dev/null &)`,
    "with nohup": `nohup bash -c '${heart}' CANARY >/dev/null 2>&1 </dev/null & disown`,
    "deaf to every signal that can be ignored": `perl -e '$SIG{$_} = "IGNORE" for keys %SIG; fork && exit; require POSIX; POSIX::setsid(); sleep 600' CANARY >/dev/null 2>&1 </dev/null &`,
  };
  for (const [way, script] of Object.entries(ways)) {
    attack(way, async ({ run, canary }) => {
      const result = await run(`${script.replaceAll("CANARY", canary)}\n sleep 0.2; echo parent`);
      expect(result).toMatchObject({ status: "exited", stdout: "parent\n" });
      await expectGone(canary);
    });
  }

  attack("in all of these ways, when its time is up", async ({ run, canary }) => {
    const script = Object.values(ways).join("\n").replaceAll("CANARY", canary);
    const result = await run(`trap '' TERM INT HUP; ${script}\n while :; do sleep 1; done`, {
      timeoutMs: 700,
    });
    expect(result).toMatchObject({ status: "timed-out" });
    await expectGone(canary);
  });
});

/** No process of this machine has the word among its arguments; those that are ending may take a moment. */
async function expectGone(word: string): Promise<void> {
  await expect
    .poll(() => commandLines().filter((line) => line.includes(word)), { timeout: 15_000 })
    .toEqual([]);
}

function commandLines(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        // It has ended in the meantime.
        return "";
      }
    });
}

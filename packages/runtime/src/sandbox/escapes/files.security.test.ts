import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { describeEscapes } from "./test-escapes.ts";

describeEscapes("reading files", (attack) => {
  attack("the system's passwords", async ({ run }) => {
    const { stdout } = await run(
      "cat /etc/shadow /etc/gshadow /etc/sudoers; grep -r : /etc/ssh /etc/ssl/private",
    );
    expect(stdout).toBe("");
  });

  attack("the user's home, in every way to name it", async ({ run }) => {
    const { stdout } = await run(
      `ls -A "$REAL" ~ /root /home/* "/proc/1/root$REAL" "/proc/self/root$REAL"; echo "home is $HOME"`,
      { environment: { REAL: homedir() } },
    );
    const seen = stdout.split("\n");
    // Folders of programs may be there: many people have their Node or Python below their home.
    const files = readdirSync(homedir(), { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.filter(({ name }) => seen.includes(name))).toEqual([]);
    expect(seen).not.toContain(".ssh");
    expect(seen).not.toContain(`home is ${homedir()}`);
  });

  attack("a file beside what was given, by its path and by going up", async ({ run, canary }) => {
    const { stdout, stderr } = await run(
      'cat "$OUTSIDE/secret" ../outside/secret "$SKILL/../outside/secret"; ls -A ..; cd "$SKILL" && cat ../outside/*',
    );
    expect(stdout + stderr).not.toContain(canary);
    expect(stdout.split("\n")).not.toContain("outside");
  });

  attack("links in the skill that lead out of it", async ({ run, skill, outside, canary }) => {
    symlinkSync(join(outside, "secret"), join(skill, "notes.md"));
    symlinkSync(outside, join(skill, "references"));
    symlinkSync("../outside/secret", join(skill, "relative.md"));
    symlinkSync("/proc/self/root/etc/shadow", join(skill, "shadow"));
    const { stdout, stderr } = await run('cd "$SKILL"; cat notes.md references/secret relative.md shadow');
    expect(stdout + stderr).not.toContain(canary);
    expect(stdout).toBe("");
  });

  attack("links that the script makes itself", async ({ run, canary }) => {
    const { stdout } = await run('ln -s "$OUTSIDE" there; ln "$OUTSIDE/secret" hard; cat there/secret hard');
    expect(stdout).not.toContain(canary);
  });

  attack("the roots and folders of other processes", async ({ run, canary }) => {
    const { stdout } = await run(
      'for p in /proc/[0-9]*; do cat "$p/root$OUTSIDE/secret" "$p/cwd/secret" "$p/cwd$OUTSIDE/secret"; done',
    );
    expect(stdout).not.toContain(canary);
    expect(stdout.trim()).toBe("");
  });

  attack("a search of everything that can be seen", async ({ run, outside, canary }) => {
    writeFileSync(join(outside, canary), "");
    const { stdout } = await run('find / -name "$WANTED" -not -path "/proc/*" 2>/dev/null', {
      environment: { WANTED: canary },
    });
    expect(stdout).toBe("");
  });

  attack(
    "what others left in folders for temporary files, logs and services",
    async ({ run, skill }) => {
      const folders = ["/tmp", "/var/tmp", "/run", "/var/log", "/var/lib", "/srv", "/mnt", "/opt"];
      const { stdout } = await run(`ls -A ${folders.join(" ")} 2>/dev/null`);
      const seen = new Set(stdout.split("\n"));
      const there = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
      // The way to the folders that were given, and to Node, can be seen.
      const ways = [skill, process.execPath].flatMap((path) => path.split("/"));
      expect(there.filter((name) => seen.has(name) && !ways.includes(name))).toEqual([]);
    },
    "temporary-files-private",
  );

  attack(
    "the host's accounts",
    async ({ run }) => {
      const { stdout } = await run("cut -d: -f1,6 /etc/passwd /etc/group");
      expect(stdout).not.toMatch(/^(daemon|www-data|sshd|mail):/m);
    },
    "accounts-hidden",
  );

  attack("disks and memory as devices", async ({ run }) => {
    const { stdout } = await run(
      "find /dev -type b; ls /dev/mem /dev/kmem /dev/kmsg /dev/kvm /dev/fuse /dev/net/tun /dev/vsock",
    );
    expect(stdout).toBe("");
  });
});

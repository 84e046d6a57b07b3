import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { describeEscapes } from "./test-escapes.ts";

describeEscapes("writing", (attack) => {
  attack("the skill's own folder, in every way to change it", async ({ run, skill }) => {
    const before = statSync(skill);
    const { stdout } = await run(`cd "$SKILL"
      echo x >new; echo x >>SKILL.md; chmod 777 SKILL.md . ; rm -f SKILL.md; mv SKILL.md other; mv "$SKILL" "$SKILL-moved"
      ln -s / link; mkdir folder; touch -d 2001-01-01 SKILL.md; truncate -s 0 SKILL.md; echo tried`);
    expect(stdout).toBe("tried\n");
    expect(readdirSync(skill)).toEqual(["SKILL.md"]);
    expect(readFileSync(join(skill, "SKILL.md"), "utf8")).toBe("---\nname: skill\n---\n");
    expect(statSync(skill).mode).toBe(before.mode);
    expect(statSync(join(skill, "SKILL.md")).mtime.getFullYear()).not.toBe(2001);
  });

  attack("beside the output folder, by its path and by going up", async ({ run, output, outside }) => {
    await run(
      'echo x >"$OUTSIDE/new"; echo x >>"$OUTSIDE/secret"; echo x >../new; mkdir -p "$OUTSIDE" && echo x >"$OUTSIDE/new"',
    );
    expect(readdirSync(outside)).toEqual(["secret"]);
    expect(readFileSync(join(outside, "secret"), "utf8")).not.toContain("x\n");
    expect(existsSync(join(output, "../new"))).toBe(false);
  });

  attack("through links in the output folder", async ({ run, outside, canary }) => {
    await run(
      'ln -s "$OUTSIDE" there; echo x >there/new; ln -s "$OUTSIDE/secret" file; echo x >file; cp /etc/hostname there/',
    );
    expect(readdirSync(outside)).toEqual(["secret"]);
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe(canary);
  });

  attack(
    "through a folder that is swapped for a link again and again while it is written to",
    async ({ run, outside, output }) => {
      const { stdout } = await run(`mkdir real
      perl -e 'for (1..500) { unlink "d/new"; rmdir "d"; symlink $ENV{OUTSIDE}, "d"; unlink "d"; mkdir "d" }' & swapper=$!
      while kill -0 $swapper; do { echo x >d/new; } 2>/dev/null; done 2>/dev/null
      echo tried`);
      expect(stdout).toBe("tried\n");
      expect(readdirSync(outside)).toEqual(["secret"]);
      expect(readdirSync(output)).toContain("real");
    },
  );

  // The test only asks whether they could be written to: were there a leak, it must not harm the machine.
  attack(
    "the system's programs, settings and devices",
    async ({ run }) => {
      const places =
        "/usr /usr/bin /usr/bin/env /usr/lib /bin/sh /lib /etc/passwd /etc/hosts /etc/ld.so.cache /proc/sys/kernel/hostname /proc/sysrq-trigger /sys/power/state /boot /dev/mem /dev/sda /dev/vda";
      const { stdout } = await run(`for p in ${places}; do [ -w "$p" ] && echo "$p"; done; echo tried`);
      expect(stdout).toBe("tried\n");
    },
    "system-sealed",
  );

  attack("the host's folder for temporary files", async ({ run, canary }) => {
    const { stdout } = await run(
      'for d in /tmp /var/tmp /dev/shm; do echo x >"$d/$NAME" && echo "$d"; done; echo tried',
      {
        environment: { NAME: canary },
      },
    );
    expect(stdout).toContain("tried\n");
    const leaked = [tmpdir(), "/tmp", "/var/tmp", "/dev/shm"]
      .map((folder) => join(folder, canary))
      .filter(existsSync);
    for (const file of leaked) rmSync(file, { force: true });
    expect(leaked).toEqual([]);
  });

  attack(
    "a program in its output that gives whoever starts it the rights of the user who ran the script",
    async ({ run, output }) => {
      await run(`cp /bin/true one; chmod 4755 one; chmod u+s,g+s one
        perl -e 'use Fcntl; sysopen(F, "two", O_CREAT | O_WRONLY, 04755); sysopen(F, "three", O_CREAT | O_WRONLY, 02755)'
        perl -e 'open(F, ">", "four"); chmod 06755, *F'; install -m 4755 /bin/true five`);
      const raised = readdirSync(output).filter((name) => (statSync(join(output, name)).mode & 0o6000) !== 0);
      expect(raised).toEqual([]);
      expect(readdirSync(output)).toContain("one");
    },
    "no-set-user-id",
  );

  attack("what is sealed in a folder that it may write to", async ({ run, output, skill }) => {
    const sealed = join(output, "deep/sealed");
    mkdirSync(sealed, { recursive: true });
    writeFileSync(join(sealed, "file"), "kept");
    const { stdout } = await run(
      "cd deep; echo x >sealed/file; echo x >sealed/new; rm -rf sealed; mv sealed other; echo x >beside && cat beside",
      { readable: [skill, sealed] },
    );
    expect(stdout).toBe("x\n");
    expect(readdirSync(sealed)).toEqual(["file"]);
    expect(readFileSync(join(sealed, "file"), "utf8")).toBe("kept");
  });

  attack(
    "what is sealed, by renaming the folder around it",
    async ({ run, output, skill }) => {
      const sealed = join(output, "deep/sealed");
      mkdirSync(sealed, { recursive: true });
      writeFileSync(join(sealed, "file"), "kept");
      await run("mv deep away; mkdir -p deep/sealed; echo x >deep/sealed/file", {
        readable: [skill, sealed],
      });
      expect(readFileSync(join(sealed, "file"), "utf8")).toBe("kept");
    },
    "sealed-in-place",
  );

  attack("a sealed path that does not exist, in every way to create it", async ({ run, output }) => {
    const sealed = [join(output, ".tool"), join(output, "deep/er/.tool"), join(output, "opencode.json")];
    const { stdout } = await run(
      `mkdir .tool && echo made; mkdir -p .tool/x && echo made; echo x >.tool && echo wrote; rm -rf .tool deep
      mkdir other; mv other .tool && echo moved; mv deep away && echo moved; ln -sn /tmp .tool/link && echo linked
      echo x >opencode.json && echo wrote; echo x >deep/er/.tool/x && echo wrote; ls -A; echo tried`,
      { sealed },
    );
    expect(stdout).toMatch(/^(?:(?!made|moved|wrote|linked)[^\n]*\n)*tried\n$/);
    expect(readdirSync(output)).toEqual(["other"]);
  });

  attack("a sealed path that is a link to nothing, by creating what it leads to", async ({ run, output }) => {
    mkdirSync(join(output, "build"));
    symlinkSync("build/tool", join(output, ".tool"));
    const sealed = [join(output, ".tool")];
    const { stdout } = await run(
      "mkdir -p build/tool; echo x >build/tool/file; mv build b; mkdir -p build/tool; echo x >build/tool/file; echo tried",
      { sealed },
    );
    expect(stdout).toBe("tried\n");
    expect(readdirSync(join(output, "build"))).toEqual([]);
  });

  attack("a sealed path that is a link, by replacing the link", async ({ run, output }) => {
    mkdirSync(join(output, "real"));
    symlinkSync("real", join(output, ".tool"));
    await run("rm .tool; mkdir .tool; echo x >.tool/settings; echo x >real/settings", {
      sealed: [join(output, ".tool")],
    });
    expect(readlinkSync(join(output, ".tool"))).toBe("real");
    expect(readdirSync(join(output, "real"))).toEqual([]);
  });

  attack("the mode of a folder that it may write to", async ({ run, output }) => {
    chmodSync(output, 0o700);
    await run("echo x >file; chmod 777 .");
    expect(statSync(output).mode & 0o7777).toBe(0o700);
    await run("chmod 000 .");
    expect(statSync(output).mode & 0o7777).toBe(0o700);
    expect(readdirSync(output)).toEqual(["file"]);
  });

  attack("after remounting", async ({ run, skill }) => {
    const { stdout } = await run(`mount -o remount,bind,rw "$SKILL" && echo remounted
      mount -o remount,rw /usr && echo remounted
      mount --bind "$OUTPUT" "$SKILL" && echo mounted
      mount -t tmpfs none "$SKILL" && echo mounted
      umount -l "$SKILL" && echo unmounted
      echo x >"$SKILL/new"; echo tried`);
    expect(stdout).toBe("tried\n");
    expect(readdirSync(skill)).toEqual(["SKILL.md"]);
  });

  attack("what it was given to write, which must work", async ({ run, output }) => {
    const { stdout } = await run("mkdir -p a/b && echo x >a/b/file && chmod 700 a && mv a/b c && cat c/file");
    expect(stdout).toBe("x\n");
    expect(readFileSync(join(output, "c/file"), "utf8")).toBe("x\n");
  });
});

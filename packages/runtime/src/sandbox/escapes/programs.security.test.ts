import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { describeLinuxEscapes } from "./test-escapes.ts";

/** Ways to start a program that is not listed; each creates the file it is named after. */
const attempts: Readonly<Record<string, string>> = {
  "by name": "touch by-name",
  "by path": "/usr/bin/touch by-path || /bin/touch by-path",
  "through a shell": "sh -c 'touch through-a-shell' || env touch through-a-shell",
  "through a listed program": "git -c alias.x='!touch through-a-listed-program' x",
  "as a hook": "git -c core.hooksPath=$SKILL commit --allow-empty -m x",
  "with the linker": "/lib64/ld-linux-x86-64.so.2 /usr/bin/touch with-the-linker",
  "with an interpreter":
    "for p in python3 perl ruby node php lua tclsh; do for f in $p /usr/bin/$p; do $f -e 1 && $f -c 1 && : >with-an-interpreter; done; done",
  "with a program of many":
    "for p in busybox toybox /usr/lib/klibc/bin/mkdir /usr/lib/initramfs-tools/bin/busybox; do $p mkdir with-a-program-of-many || $p with-a-program-of-many; done",
  "on another PATH":
    "PATH=/usr/sbin:/sbin:/usr/games:/usr/local/sbin:/usr/libexec:/usr/lib/git-core touch on-another-path; command -p touch on-another-path",
  "of the process that started it":
    "/proc/1/root/usr/bin/touch of-the-process; /proc/self/root/bin/touch of-the-process",
};

describeLinuxEscapes("programs that are not listed", (attack) => {
  attack("listed programs work, with what they need", async ({ run }) => {
    const { stdout, stderr } = await run(
      `git init -q . && git -c user.name=a -c user.email=a@example.org commit -qm one --allow-empty && git log --format=%s
      git submodule status && git stash list && sort <<<b && echo done`,
      { programs: ["git", "sort"] },
    );
    expect({ stdout, stderr }).toEqual({ stdout: "one\nb\ndone\n", stderr: "" });
  });

  attack(
    "a command that starts others in every way",
    async ({ run, output, skill }) => {
      writeFileSync(join(skill, "pre-commit"), "#!/bin/sh\ntouch as-a-hook\n");
      chmodSync(join(skill, "pre-commit"), 0o755);
      const { stdout } = await run(
        `git init -q .; ${Object.values(attempts)
          .map((line) => `{ ${line}; } </dev/null >/dev/null 2>&1`)
          .join("\n")}\necho tried`,
        { programs: ["git"] },
      );
      expect(stdout).toBe("tried\n");
      expect(readdirSync(output)).toEqual([".git"]);
    },
    "only-listed-programs",
  );

  attack("the same commands without a list, to show that they work", async ({ run, output }) => {
    await run(`git init -q .; ${attempts["by name"]}; ${attempts["through a listed program"]}`);
    expect(readdirSync(output).sort()).toEqual([".git", "by-name", "through-a-listed-program"]);
  });

  attack(
    "an empty list leaves the shell and its builtins",
    async ({ run, output }) => {
      const { stdout } = await run(
        "git --version; curl --version; cat /etc/passwd; echo x >file; echo tried",
        {
          programs: [],
        },
      );
      expect(stdout).toBe("tried\n");
      expect(existsSync(join(output, "file"))).toBe(true);
    },
    "only-listed-programs",
  );

  attack(
    "a pattern of names shows only what it matches",
    async ({ run }) => {
      const { stdout } = await run("for p in sha1sum sha256sum md5sum; do command -v $p; done", {
        programs: ["sha*sum"],
      });
      expect(stdout).toBe("/usr/bin/sha1sum\n/usr/bin/sha256sum\n");
    },
    "only-listed-programs",
  );
});

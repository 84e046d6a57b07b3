import { expect } from "vitest";
import { describeLinuxEscapes } from "./test-escapes.ts";

describeLinuxEscapes("more rights than were given", (attack) => {
  attack(
    "namespaces inside the namespace",
    async ({ run }) => {
      const { stdout } = await run(
        "for kind in --user --map-root-user --mount --net --pid --ipc --uts --cgroup; do unshare $kind true 2>/dev/null && echo $kind; done; unshare -rmn true && echo all; echo tried",
      );
      expect(stdout).toBe("tried\n");
    },
    "no-nested-namespaces",
  );

  attack(
    "a namespace by the system calls themselves",
    async ({ run }) => {
      // clone and unshare with CLONE_NEWUSER, by their numbers on x64 and arm64.
      const [clone, unshare] = process.arch === "x64" ? [56, 272] : [220, 97];
      const { stdout } = await run(
        `perl -e '$r = syscall(${clone}, 0x10000011, 0, 0, 0, 0); exit if $r == 0; print $r < 0 ? "refused\\n" : "done\\n"; print syscall(${unshare}, 0x10000000) < 0 ? "refused\\n" : "done\\n"'`,
      );
      expect(stdout).toBe("refused\nrefused\n");
    },
    "no-nested-namespaces",
  );

  attack(
    "another bubblewrap",
    async ({ run }) => {
      const { stdout } = await run(
        "bwrap --bind / / --dev /dev --unshare-all true && echo nested; echo tried",
      );
      expect(stdout).toBe("tried\n");
    },
    "no-nested-namespaces",
  );

  attack(
    "capabilities",
    async ({ run }) => {
      const { stdout } = await run("grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | tr -d '\\t'");
      const none = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].map(
        (set) => `${set}:0000000000000000\n`,
      );
      expect(stdout).toBe(none.join(""));
    },
    "no-capabilities",
  );

  attack("programs that raise the rights of who runs them", async ({ run }) => {
    const { stdout } = await run(
      "grep NoNewPrivs /proc/self/status | tr -d '\\t'; for p in su sudo pkexec; do $p true </dev/null >/dev/null 2>&1 && [ $p != su ] && echo $p; done; true",
    );
    expect(stdout).toBe("NoNewPrivs:1\n");
  });

  attack("another root folder", async ({ run }) => {
    const { stdout } = await run(
      'chroot "$OUTPUT" true 2>&1 | grep -v "not permitted"; mkdir -p old; pivot_root . old && echo pivoted; echo tried',
    );
    expect(stdout).toBe("tried\n");
  });

  attack(
    "settings of the kernel",
    async ({ run }) => {
      const settings =
        "kernel/core_pattern kernel/modprobe kernel/hostname vm/drop_caches user/max_user_namespaces";
      const { stdout } = await run(
        `for s in ${settings}; do [ -w /proc/sys/$s ] && { true 2>/dev/null >>/proc/sys/$s; } && echo $s; done; echo tried`,
      );
      expect(stdout).toBe("tried\n");
    },
    "kernel-settings-held",
  );

  attack(
    "typing into the terminal",
    async ({ run }) => {
      const { stdout } = await run(
        `perl -e '$c = "x"; for (0x5412, 0x541c) { print ioctl(STDIN, $_, $c) ? "typed\\n" : $! + 0, "\\n" }'; { : </dev/tty; } 2>/dev/null && echo terminal; echo tried`,
      );
      expect(stdout).toBe("1\n1\ntried\n");
    },
    "no-typing",
  );
});

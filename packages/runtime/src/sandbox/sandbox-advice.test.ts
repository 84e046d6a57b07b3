import { expect, test } from "vitest";
import { adviceOnLeaks, adviceOnMissing, adviceOnNamespaces, type Machine } from "./sandbox-advice.ts";

function machine(settings: Readonly<Record<string, string>>, files: readonly string[] = []): Machine {
  return { setting: (name) => settings[name], exists: (path) => files.includes(path) };
}

test.each([
  [
    "linux",
    ["apt install bubblewrap", "dnf install bubblewrap", "pacman -S bubblewrap", "apk add bubblewrap"],
  ],
  ["darwin", ["npm install @anthropic-ai/sandbox-runtime"]],
  ["win32", ["wsl --install"]],
] as const)(
  "S3-41: on %s the advice states what to install, and how to run without it",
  (platform, commands) => {
    const advice = adviceOnMissing(platform);
    for (const command of [...commands, "--no-sandbox", "createUnconfinedSandbox()"])
      expect(advice).toContain(command);
  },
);

test("the advice for a leaking sandbox is to update it, and for root to use another user", () => {
  expect(adviceOnLeaks("bubblewrap", ["network-off"])).toMatch(/^Update bubblewrap and the system\. /);
  expect(adviceOnLeaks("sandbox-runtime", ["kernel-settings-held"])).toMatch(/^Do not run it as root/);
});

type Obstacle = readonly [name: string, words: string, machine: Machine, advice: string];

test.each<Obstacle>([
  ["an old bubblewrap", "bwrap: Unknown option --disable-userns", machine({}), "install 0.8 or later"],
  [
    "Ubuntu's AppArmor",
    "bwrap: setting up uid map: Permission denied",
    machine({ "kernel/apparmor_restrict_unprivileged_userns": "1" }),
    "kernel.apparmor_restrict_unprivileged_userns=0",
  ],
  [
    "Debian's switch",
    "bwrap: No permissions to create new namespace",
    machine({ "kernel/unprivileged_userns_clone": "0" }),
    "kernel.unprivileged_userns_clone=1",
  ],
  [
    "a bound of none",
    "bwrap: Creating new namespace failed: No space left on device",
    machine({ "user/max_user_namespaces": "0" }),
    "user.max_user_namespaces=15000",
  ],
  [
    "Docker",
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    machine({}, ["/.dockerenv"]),
    "--security-opt seccomp=unconfined",
  ],
  ["Podman", "bwrap: Can't mount proc", machine({}, ["/run/.containerenv"]), "--security-opt"],
  ["something else", "bwrap: out of luck", machine({}), "bwrap --unshare-all --ro-bind / / true"],
])("%s is recognized, with advice on how to change it", (...obstacle) => {
  const [, words, found, advice] = obstacle;
  expect(adviceOnNamespaces(words, found)).toContain(advice);
  expect(adviceOnNamespaces(words, found)).toContain("--no-sandbox");
});

test("settings that forbid nothing are not mentioned", () => {
  const open = machine({
    "kernel/apparmor_restrict_unprivileged_userns": "0",
    "kernel/unprivileged_userns_clone": "1",
    "user/max_user_namespaces": "96360",
  });
  expect(adviceOnNamespaces("bwrap: out of luck", open)).toMatch(/^bubblewrap needs user, mount, process/);
});

test("several obstacles are all named", () => {
  const both = machine({ "user/max_user_namespaces": "0" }, ["/.dockerenv"]);
  const advice = adviceOnNamespaces("bwrap: no", both);
  expect(advice).toContain("user.max_user_namespaces");
  expect(advice).toContain("This is a container");
});

import { existsSync, readFileSync } from "node:fs";

/** What to install if no sandbox is available. */
export function adviceOnMissing(platform: "linux" | "darwin" | "win32"): string {
  return `${toInstall[platform]} ${withoutSandbox}`;
}

/** What to do about a leaking sandbox; `failed` holds the names from its proof. */
export function adviceOnLeaks(name: string, failed: readonly string[]): string {
  const advice = failed.includes("kernel-settings-held") ? notAsRoot : `Update ${name} and the system.`;
  return `${advice} ${withoutSandbox}`;
}

const notAsRoot = "Do not run it as root, because root can change kernel settings, or use bubblewrap.";

/** What stops this Linux from creating namespaces, and how to change it. `words` is bubblewrap's message. */
export function adviceOnNamespaces(words: string, machine: Machine = thisMachine): string {
  const found = obstacles.filter(({ applies }) => applies(machine, words)).map(({ advice }) => advice);
  return [...(found.length === 0 ? [unknownObstacle] : found), withoutSandbox].join(" ");
}

const withoutSandbox =
  "To run without a sandbox, pass --no-sandbox, or use createUnconfinedSandbox() in a program.";

const toInstall = {
  linux:
    "Install bubblewrap 0.8 or later (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; " +
    "Arch: pacman -S bubblewrap; Alpine: apk add bubblewrap).",
  darwin:
    "Install Anthropic's sandbox (npm install @anthropic-ai/sandbox-runtime), with Node 22.12 or later.",
  win32: "Use Linux inside Windows (wsl --install) and install bubblewrap there (apt install bubblewrap).",
} as const;

/** The parts of a machine that show which restrictions apply. */
export type Machine = {
  /** A kernel setting such as `user/max_user_namespaces`; undefined if it does not exist. */
  setting(name: string): string | undefined;
  exists(path: string): boolean;
};

const thisMachine: Machine = {
  setting: (name) => {
    const file = `/proc/sys/${name}`;
    return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  },
  exists: existsSync,
};

type Obstacle = {
  readonly applies: (machine: Machine, words: string) => boolean;
  readonly advice: string;
};

const obstacles: readonly Obstacle[] = [
  {
    applies: (_, words) => /unknown option/i.test(words),
    advice: "This bubblewrap is too old: install 0.8 or later.",
  },
  {
    // Ubuntu since 23.10: only programs with a matching AppArmor profile may create user namespaces.
    applies: ({ setting }) => setting("kernel/apparmor_restrict_unprivileged_userns") === "1",
    advice:
      "AppArmor stops bubblewrap from creating user namespaces: add a profile (bwrap-userns-restrict in Ubuntu's package " +
      "apparmor-profiles), or run `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`.",
  },
  {
    applies: ({ setting }) => setting("kernel/unprivileged_userns_clone") === "0",
    advice: "User namespaces are turned off: run `sudo sysctl kernel.unprivileged_userns_clone=1`.",
  },
  {
    applies: ({ setting }) => setting("user/max_user_namespaces") === "0",
    advice: "User namespaces are turned off: run `sudo sysctl user.max_user_namespaces=15000`.",
  },
  {
    applies: ({ exists }) => exists("/.dockerenv") || exists("/run/.containerenv"),
    advice:
      "This is a container: start it with --security-opt seccomp=unconfined --security-opt systempaths=unconfined " +
      "(Docker, Podman), or treat the container as the sandbox.",
  },
];

const unknownObstacle =
  "bubblewrap needs user, mount, process and network namespaces: run `bwrap --unshare-all --ro-bind / / true` to see " +
  "what is missing.";

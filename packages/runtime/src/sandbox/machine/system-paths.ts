import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@skillwright/core/path";

/** Where Linux keeps programs and libraries. */
export const systemFolders: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
];

/** Stores in which programs find their libraries by full path, and two caches that programs rely on. */
export const sharedFolders: readonly string[] = [
  "/nix/store",
  "/gnu/store",
  "/var/lib/texmf",
  "/var/cache/fontconfig",
];

/**
 * What interpreters and libraries need of `/etc`; none of it identifies users or grants access. Account files are made up,
 * and keys sit beside certificates, so paths are as specific as needed. Left out because people put passwords or programs
 * there: `environment`, `gitconfig`, `maven`, `npmrc`, `pip.conf`, `profile`, `wgetrc`. Each that exists costs about 0.2 ms
 * per run.
 */
export const systemFiles: readonly string[] = [
  "/etc/R",
  "/etc/alternatives",
  "/etc/ca-certificates/extracted",
  "/etc/crypto-policies",
  "/etc/dictionaries-common",
  "/etc/fonts",
  "/etc/ghostscript",
  "/etc/ld.so.cache",
  "/etc/libreoffice",
  "/etc/locale.alias",
  "/etc/localtime",
  "/etc/magic",
  "/etc/magic.mime",
  "/etc/matplotlibrc",
  "/etc/mime.types",
  "/etc/os-release",
  "/etc/papersize",
  "/etc/perl",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/java/cacerts",
  "/etc/pki/tls/cert.pem",
  "/etc/pki/tls/certs",
  "/etc/pki/tls/openssl.cnf",
  "/etc/protocols",
  "/etc/services",
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/texmf",
  "/etc/timezone",
  "/etc/xml",
];

/** Folders of `/etc` for one version of a program, linked from its libraries. */
export const systemFilePatterns: readonly RegExp[] = [
  /^ImageMagick-\d+$/,
  /^java-[\w.-]+$/,
  /^python3(?:\.\d+)?$/,
];

/** Name resolution, for programs with full network access. */
export const networkFiles: readonly string[] = [
  "/etc/resolv.conf",
  "/etc/hosts",
  "/etc/gai.conf",
  "/etc/nsswitch.conf",
];

/**
 * Files that describe the whole machine, hidden as Docker does. Most are readable by root only, but to the
 * kernel a sandboxed program started by root is root.
 */
export const hiddenProcFiles: readonly string[] = [
  "/proc/kcore",
  "/proc/keys",
  "/proc/latency_stats",
  "/proc/sched_debug",
  "/proc/timer_list",
];

type Toolchain = {
  /** Relative to the user's home folder unless absolute. */
  readonly root: string;
  /** The subfolders to expose; all of them by default. */
  readonly parts?: readonly string[];
  /** Other folders that its programs need. */
  readonly also?: readonly string[];
};

const unixParts = ["bin", "lib", "lib64", "libexec", "share", "include"] as const;
const condaParts = [...unixParts, "envs", "ssl", "etc/fonts"] as const;
const brewParts = [...unixParts, "Cellar", "opt", "etc/ca-certificates", "etc/openssl@3"] as const;

/** Folders outside the system's that hold only programs. Many folders next to them in a home hold secrets. */
const toolchains: readonly Toolchain[] = [
  { root: ".pyenv" },
  { root: ".rbenv" },
  { root: ".nodenv" },
  { root: ".goenv" },
  { root: ".nvm/versions" },
  { root: ".local/share/fnm/node-versions" },
  { root: ".fnm/node-versions" },
  { root: ".volta", parts: ["bin", "tools"] },
  { root: ".asdf", parts: ["bin", "lib", "libexec", "shims", "installs", "plugins"] },
  { root: ".local/share/mise", parts: ["installs", "shims"] },
  { root: ".local/share/uv/python" },
  { root: ".local/share/pnpm" },
  {
    root: ".local/bin",
    also: [".local/share/uv/python", ".local/share/uv/tools", ".local/share/pipx/venvs"],
  },
  { root: ".npm-global", parts: unixParts },
  { root: ".bun/bin" },
  { root: ".deno/bin" },
  { root: ".cargo/bin", also: [".rustup/toolchains"] },
  { root: "go/bin" },
  { root: ".sdkman/candidates" },
  { root: ".ghcup/bin" },
  { root: "miniconda3", parts: condaParts },
  { root: "anaconda3", parts: condaParts },
  { root: "miniforge3", parts: condaParts },
  { root: "mambaforge", parts: condaParts },
  { root: ".linuxbrew", parts: brewParts },
  { root: "/home/linuxbrew/.linuxbrew", parts: brewParts },
  { root: "/opt/homebrew", parts: brewParts },
  { root: "/opt/conda", parts: condaParts },
  { root: "/opt/hostedtoolcache" },
];

/** Folders of the toolchains that PATH leads to; `entries` are absolute and without `..`. Some may not exist. */
export function toolchainFolders(entries: readonly string[], homes: readonly string[]): readonly string[] {
  const locate = (folder: string): readonly string[] =>
    isAbsolute(folder) ? [folder] : homes.map((home) => join(home, folder));
  const known = toolchains.flatMap(({ root, parts, also = [] }) => {
    const roots = locate(root).filter((place) => entries.some((entry) => isInside(place, entry)));
    if (roots.length === 0) return [];
    const own = roots.flatMap((place) => parts?.map((part) => join(place, part)) ?? [place]);
    return [...own, ...also.flatMap(locate)];
  });
  return [...new Set([...known, ...entries.flatMap(optionalFolders)])];
}

/** `/opt` also holds services with their settings, so expose only the conventional subfolders. */
function optionalFolders(entry: string): readonly string[] {
  const folder = dirname(entry);
  if (!isInside("/opt", entry) || folder === "/opt" || !/\/s?bin$/.test(entry)) return [];
  return [entry, ...unixParts.map((part) => join(folder, part))];
}
